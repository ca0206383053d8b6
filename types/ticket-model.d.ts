// What tools/bundle.js makes of files that scripts carry: their bytes as text, or the value of a JSON file.
declare module "*?halves" {
  export const high: string, low: string;
}

declare module "*/ticket-model.json?json" {
  const description: import("../web/model/model-registry.js").TicketModelDescription;
  export default description;
}
