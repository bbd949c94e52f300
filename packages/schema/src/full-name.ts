/** `Dana Ruiz`, for screens, emails and documents; a partner's contact may have a single name. */
export function writeFullName({ firstName, lastName }: { firstName: string; lastName: string | null }): string {
  return lastName ? `${firstName} ${lastName}` : firstName
}
