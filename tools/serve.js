// Serves dist/ for npm start: the gallery at /, everything else by its name. Never used by a page in
// production: any static server does.
import * as fs from "node:fs";
import * as http from "node:http";
import * as path from "node:path";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";

const TYPES = /** @type {Record<string, string>} */ ({
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".cjs": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".txt": "text/plain; charset=utf-8",
});

/** A server of one folder.
 * @param {string} folder @param {string} index the file at / */
export function createServer(folder, index) {
  const root = path.resolve(folder);
  return http.createServer((request, response) => {
    /** @param {number} status @param {string} text */
    const refuse = (status, text) => {
      response.writeHead(status, { "content-type": "text/plain; charset=utf-8" });
      response.end(`${text}\n`);
    };
    if (request.method !== "GET" && request.method !== "HEAD") {
      refuse(405, "only GET and HEAD");
      return;
    }
    let name;
    try {
      name = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    } catch {
      refuse(400, "not an address");
      return;
    }
    const file = path.join(root, name === "/" ? index : name);
    if (
      !file.startsWith(root + path.sep) ||
      !fs.statSync(file, { throwIfNoEntry: false })?.isFile()
    ) {
      refuse(404, "not found");
      return;
    }
    response.writeHead(200, {
      "content-type": TYPES[path.extname(file)] ?? "application/octet-stream",
      "content-length": fs.statSync(file).size,
      "cache-control": "no-store",
    });
    if (request.method === "HEAD") response.end();
    else fs.createReadStream(file).pipe(response);
  });
}

/** Listens at the port, or at the next one that is free. @param {http.Server} server
 * @param {string} host @param {number} port @returns {Promise<number>} the port */
export function listen(server, host, port) {
  return new Promise((resolve, reject) => {
    let next = port;
    server.on("error", (/** @type {NodeJS.ErrnoException} */ error) => {
      if ((error.code === "EADDRINUSE" || error.code === "EACCES") && next < port + 100) {
        server.listen(++next, host);
      } else reject(error);
    });
    server.on("listening", () => {
      resolve(/** @type {import("node:net").AddressInfo} */ (server.address()).port);
    });
    server.listen(next, host);
  });
}

async function main() {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: process.env.PORT ?? "8080" },
      // 0.0.0.0 lets a phone in the same network see the pages.
      host: { type: "string", default: "localhost" },
    },
  });
  const dist = fileURLToPath(new URL("../dist", import.meta.url));
  const port = await listen(
    createServer(dist, "attention-explorers-with-model.html"),
    values.host,
    Number(values.port),
  );
  console.log(`The explorers are at http://${values.host}:${port}/ (Ctrl+C ends)`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
