// What tools/bundle.js makes of files that scripts carry: their bytes as base64, or the value of a JSON file.
declare module "*?base64" {
  const base64: string;
  export default base64;
}

declare module "*/ticket-model.json?json" {
  const description: import("../web/model/model-registry.js").TicketModelDescription;
  export default description;
}
