// Where a pointer is in an element, in the element's own pixels. Pages and slides scale what stands in
// them: then a pixel of the element is not one of the screen, in which pointers are told.

/** How many pixels of the screen one of the element's is. @param {HTMLElement} element */
export const scaleOf = (element) =>
  element.offsetWidth > 0 ? element.getBoundingClientRect().width / element.offsetWidth : 1;

/** @param {{ clientX: number, clientY: number }} event @param {HTMLElement} element */
export function placeOf({ clientX, clientY }, element) {
  const { left, top } = element.getBoundingClientRect();
  const scale = scaleOf(element);
  return { x: (clientX - left) / scale, y: (clientY - top) / scale };
}
