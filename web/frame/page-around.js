// What a page in a frame tells the page around it: how tall it is, so that there are no two scrollbars,
// and what was answered.
//
// To whichever page is around: its origin cannot be known (it may be a file, or a frame without an
// origin), and neither a height nor an answer is a secret from the page that shows the question.

/**
 * Tells the height whenever it changes, as two messages: our own, which says whose it is, and the one
 * that Canvas and its kin hear. Does nothing in a page that is not framed.
 * @param {string} element the tag of the explorer that the page shows
 * @returns {{ tell: () => void, stop: () => void }} tell() says it at once if it has changed: an engine
 *   that does not draw a frame out of sight observes nothing there either
 */
export function tellHeight(element) {
  if (window.parent === window) return { tell() {}, stop() {} };
  let told = 0;
  const tell = () => {
    // Where the content ends, not how tall the document is: that is at least the frame's own height,
    // and a frame that follows it could only grow.
    const { body } = document;
    const margin = Number.parseFloat(getComputedStyle(body).marginBottom) || 0;
    const end = body.getBoundingClientRect().bottom + window.scrollY + margin;
    const height = Math.ceil(end);
    if (height === told || height === 0) return;
    told = height;
    window.parent.postMessage({ type: "attention-wasm:height", height, element }, "*");
    window.parent.postMessage({ subject: "lti.frameResize", height }, "*");
  };
  const observer = new ResizeObserver(tell);
  observer.observe(document.body);
  return { tell, stop: () => observer.disconnect() };
}

/** Tells the answer to a question, as the event `answer` does. @param {Record<string, unknown>} answer */
export function tellAnswer(answer) {
  if (window.parent !== window) {
    window.parent.postMessage({ type: "attention-wasm:answer", ...answer }, "*");
  }
}
