/** The self-contained page that verifies a pack in a browser: `verify.html` of each pack. */
export function verifyPage(): string
