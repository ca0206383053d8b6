// Very small numbers, as differences are: 3.6 · 10⁻⁷.

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A power of ten: 10⁻⁷. @param {number} power */
export const powerOfTen = (power) =>
  `10${power < 0 ? "⁻" : ""}${[...String(Math.abs(power))].map((digit) => SUPERSCRIPTS[Number(digit)]).join("")}`;

/** With two digits. @param {number} value */
export function small(value) {
  if (value === 0) return "0";
  const [digits, power] = value.toExponential(1).split("e");
  return `${digits} · ${powerOfTen(Number(power))}`;
}
