// What every program that an explorer gives away is written with, in PyTorch or NumPy: numbers, matrices,
// and results printed with their shapes.
import { plain } from "../parts/letters/numbers.js";

/** How a program begins: no weight is printed as 1.2204e-05. */
export const BEGIN = ["import torch", "", "torch.set_printoptions(sci_mode=False)"];
export const BEGIN_NUMPY = ["import numpy as np", "", "np.set_printoptions(suppress=True)"];

/** With a point, so that no tensor of whole numbers becomes one of integers. @param {number} value */
export const number = (value) => plain(value).replace(/^-?\d+$/, "$&.0");

/** @param {ArrayLike<number>} values */
export const list = (values) => `[${Array.from(values, number).join(", ")}]`;

/**
 * A matrix by its name, one row a line.
 * @param {string} name @param {ArrayLike<number>[]} rows
 * @param {"torch.tensor" | "np.array"} [make]
 */
export function assignment(name, rows, make = "torch.tensor") {
  const head = `${name} = ${make}([`;
  return `${head}${rows.map(list).join(`,\n${" ".repeat(head.length)}`)}])`;
}

/** Lines that print tensors, each with its name and shape. @param {...string} names */
export const printed = (...names) =>
  names.map((name) => `print(f"${name} {tuple(${name}.shape)}\\n{${name}}")`);

/**
 * Lines that print a matrix with three decimals, and under them what they print.
 * @param {string} name @param {ArrayLike<number>[]} rows
 */
export const shown = (name, rows) => [
  `for row in ${name}:`,
  '    print(*(f"{value:.3f}" for value in row))',
  ...rows.map(
    (row) =>
      `# ${Array.from(row, (value) => plain(value).replace(/^-?\d.*$/, () => value.toFixed(3))).join(" ")}`,
  ),
];
