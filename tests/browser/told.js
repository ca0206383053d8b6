// What a program says of itself.

/** The lines that a program's comments say it prints. @param {string} program */
export function toldIn(program) {
  const lines = program.split("\n");
  const from = lines.indexOf("# It prints:");
  const told = from < 0 ? [] : lines.slice(from + 1).filter((line) => line.startsWith("# "));
  const numbers = lines.filter((line) =>
    /^# (?:(?:-?(?:[\d.]+|inf|nan)(?: |$))+|d_k=.*)$/.test(line),
  );
  return [...new Set([...told, ...numbers])].map((line) => line.slice(2).trimEnd());
}
