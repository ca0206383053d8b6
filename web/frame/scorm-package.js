// A SCORM 1.2 package, the form that every course system takes by upload: a ZIP of a manifest and one page.
import { strToU8, zipSync } from "fflate/browser";

/** @param {string} text */
const xml = (text) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/** @param {string} title @param {string} name */
const manifest = (title, name) => `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="attention-wasm.${name}" version="1.0"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>${xml(title)}</title>
      <item identifier="item" identifierref="page" isvisible="true">
        <title>${xml(title)}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="index.html">
      <file href="index.html"/>
    </resource>
  </resources>
</manifest>
`;

/**
 * @param {object} course
 * @param {string} course.tag of the explorer
 * @param {string} course.title
 * @param {string} course.page one HTML file that holds everything and reports (attention-explorers.js does,
 *   where its page has <html data-scorm>)
 * @returns {Uint8Array} the ZIP, its files stored as they are
 */
export function scormPackage({ tag, title, page }) {
  return zipSync(
    { "imsmanifest.xml": strToU8(manifest(title, tag)), "index.html": strToU8(page) },
    { level: 0, mtime: new Date(2020, 0, 1) },
  );
}
