// Pieces of tensors: a block, a row, the sums of rows, a matrix turned.

/** @typedef {{ data: Float32Array, shape: number[] }} Tensor */

/** The matrix at a place along the axes before the last two. @param {Tensor} tensor @param {number} block @returns {Tensor} */
export function blockOf({ data, shape: sizes }, block) {
  const [rows, columns] = sizes.slice(-2);
  const size = rows * columns;
  return { data: data.slice(block * size, (block + 1) * size), shape: [rows, columns] };
}

/** @param {Tensor} tensor @returns {Tensor} */
export function turned({ data, shape: [rows, columns] }) {
  return {
    data: Float32Array.from(data, (_, at) => data[(at % rows) * columns + Math.floor(at / rows)]),
    shape: [columns, rows],
  };
}

/** @param {Tensor} tensor @param {number} i */
export const rowOf = ({ data, shape: [, columns] }, i) =>
  Array.from(data.slice(i * columns, (i + 1) * columns));

/** Sums of rows, to the precision that float32 has. @param {Tensor} tensor */
export const rowSums = (tensor) =>
  Array.from({ length: tensor.shape[0] }, (_, i) =>
    Math.fround(rowOf(tensor, i).reduce((sum, value) => sum + value, 0)),
  );

/** @param {number[]} values @returns {Tensor} */
export const columnOf = (values) => ({
  data: Float32Array.from(values),
  shape: [values.length, 1],
});
