import type { IntakeDoor } from '@seriatim/schema'

interface DoorWords {
  /** How files arrive, such as `HTTPS` or `Email`. */
  way: string
  /** Labels of the choice in the form and of the button that creates a door of this kind. */
  choice: string
  create: string
  /** `end` is the label of the button that closes or revokes the door, and `ended` is the word for the state of the door afterward. */
  end: string
  ended: string
  confirm: string
  /** Title of the confirmation, with the name of the door. */
  question: (name: string) => string
  consequence: string
}

export const DOOR_WORDS: Readonly<Record<IntakeDoor['kind'], DoorWords>> = {
  token: {
    way: 'HTTPS',
    choice: 'HTTPS, with a token',
    create: 'Create the token',
    end: 'Revoke',
    ended: 'Revoked',
    confirm: 'Revoke the token',
    question: (name) => `Revoke the token of ${name}?`,
    consequence: 'The sender can no longer deliver files, and a file that is arriving right now is refused. This cannot be undone.',
  },
  mail: {
    way: 'Email',
    choice: 'Email, to a separate address',
    create: 'Create the address',
    end: 'Close',
    ended: 'Closed',
    confirm: 'Close the address',
    question: (name) => `Close the address for ${name}?`,
    consequence: 'Emails to this address will be dropped from now on, and their senders will not be notified. This cannot be undone.',
  },
  sftp: {
    way: 'SFTP',
    choice: 'SFTP, with a separate user',
    create: 'Create the user',
    end: 'Revoke',
    ended: 'Revoked',
    confirm: 'Revoke user',
    question: (name) => `Revoke the SFTP user for ${name}?`,
    consequence: 'The sender can no longer sign in, and a file that is arriving right now is refused. This cannot be undone.',
  },
  pull: {
    way: 'Fetched by SFTP',
    choice: 'SFTP, fetched from the sender',
    create: 'Create the door',
    end: 'Close',
    ended: 'Closed',
    confirm: 'Stop fetching',
    question: (name) => `Stop fetching files from ${name}?`,
    consequence: 'Nothing will be fetched from now on, and the stored password or key will be deleted. This cannot be undone.',
  },
}
