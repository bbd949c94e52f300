/** `Dana Ruiz`, for the screen, mails and papers; a contact of a partner may have one name only. */
export function writeFullName({ firstName, lastName }: { firstName: string; lastName: string | null }): string {
  return lastName ? `${firstName} ${lastName}` : firstName
}
