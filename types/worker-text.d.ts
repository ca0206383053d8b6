// `import source from "./some-worker.js?worker"`: the text of that worker's script (tools/bundle.js).
declare module "*?worker" {
  const source: string;
  export default source;
}
