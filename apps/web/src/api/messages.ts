/** The sentence for a failure that no one has words for. At sign-in the specification writes it without the dot. */
export const UNKNOWN_ERROR = 'An Unknown Error Occurred.'
export const UNKNOWN_SIGN_IN_ERROR = 'An Unknown Error Occurred'
export const NOT_AUTHENTICATED = 'Not Authenticated'
