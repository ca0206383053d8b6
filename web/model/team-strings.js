// What the teams are called that tickets go to, wherever a model chooses one.
/** @type {Record<string, string>} */
export const teamStrings = {
  "team delivery": "delivery",
  "team returns": "returns",
  "team billing": "billing",
  "team account": "account",
  "team repair": "repair",
};
