// What the pages around the explorers say by themselves, in English; {name} stands for a live value. What a
// lesson tells stays in its page.
/** @type {Record<string, string>} */
export const strings = {
  course: "Course",
  questions: "{count} questions, one figure each",
  seen: "seen",
  answered: "answered",
  notSeen: "not seen yet",
  progress: "Seen {seen} of {count}, answered {answered}.",
  keepLater: "first, answer the question above.",
  language: "Language of the explorers",
  languageMissing: "{language} could not be loaded: its file {file} must be next to this page.",
};
