import { Center } from '@mantine/core'

/** A person's initials for tight spaces; always shown next to the full name. */
export function Avatar({ firstName, lastName }: { firstName: string; lastName: string }) {
  return (
    <Center
      inline
      flex="none"
      w={24}
      h={24}
      bdrs="50%"
      bd="1px solid var(--hairline)"
      bg="var(--sunk)"
      c="var(--ink-2)"
      fz="xs"
      fw={600}
      aria-hidden="true"
    >
      {`${[...firstName][0] ?? ''}${[...lastName][0] ?? ''}`.toUpperCase()}
    </Center>
  )
}
