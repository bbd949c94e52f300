/**
 * Matches paths that are not pages: the server's own routes, files at the root, and `assets/`. Below the root, a dot does not make a path a file,
 * because it may belong to a serial number, as in `/sendapedigree/AB.12`.
 */
const NOT_PAGES = /^\/((api|trpc|demo\/mail|health|ready)([/.]|$)|[^/]*\.[a-z0-9]{1,5}$|\.|assets\/|inspect\/[^/]+\/file$)/i

/** Whether a path belongs to a page of the web app, so that `index.html` answers it. */
export function isPageAddress(pathname: string): boolean {
  return !NOT_PAGES.test(pathname)
}
