/** PDFs are rendered by the first Chromium found (apps/api/src/outside/chromium.ts); npm downloads none. */
module.exports = { skipDownload: true }
