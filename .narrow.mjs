import fs from "node:fs";
import puppeteer from "puppeteer-core"; import { chromium, CHROMIUM_FLAGS } from "./tests/browser/browsers.js";
import { scenes } from "./tests/browser/scenes.js"; import { watched } from "./tests/browser/harness.js";
const f=fs.readFileSync("/tmp/parts/narrow.js","utf8");
const b=await puppeteer.launch({executablePath:chromium,headless:true,args:CHROMIUM_FLAGS});
for (const [tag,states] of Object.entries(scenes)) {
  const p=await b.newPage(); await p.setViewport({width:320,height:800});
  fs.writeFileSync(`/tmp/parts/n-${tag}.html`, watched(fs.readFileSync(`dist/explorers/${tag}.html`,"utf8")));
  await p.goto(`file:///tmp/parts/n-${tag}.html`);
  for (const [scene,attrs] of Object.entries(states)) for (const width of [320,640]) {
    await p.setViewport({width,height:800});
    const r=await p.evaluate(`(async()=>{ await ready(); const first=explorer(); const e=document.createElement(first.localName); for(const [k,v] of Object.entries(${JSON.stringify(attrs)})) if(k!=="data-act") e.setAttribute(k,v); first.replaceWith(e); await ready(); await new Promise(r=>setTimeout(r,80)); ${f}; return crowded();})()`);
    if(r.length) console.log(tag,scene,width,r.slice(0,6).join(" | "));
  }
  await p.close();
}
await b.close();
