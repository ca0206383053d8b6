// The elements of running text around figures: a lesson is made of them without a line of script.
export { AttentionExercise } from "./attention-exercise.js";
export { AttentionLink } from "./attention-link.js";
export { AttentionProgram } from "./attention-program.js";
export { AttentionQuestion } from "./attention-question.js";
export { AttentionTask } from "./attention-task.js";
export { AttentionTerm } from "./attention-term.js";
