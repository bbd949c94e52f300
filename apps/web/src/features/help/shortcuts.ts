interface Shortcuts {
  title: string
  /** For each shortcut, the keys to press and what they do. */
  keys: readonly (readonly [keys: readonly string[], does: string])[]
  /** Routes of the pages where these shortcuts work; undefined if they work everywhere. */
  on?: readonly string[]
}

export const SHORTCUTS: readonly Shortcuts[] = [
  {
    title: 'Everywhere',
    keys: [
      [['?'], 'Open this help'],
      [['F1'], 'Open this help, even while you type in a field'],
      [['/'], 'Go to the search box'],
      [['Ctrl', 'K'], 'Go to the search box, even while you type in a field'],
      [['Esc'], 'Close a dialog or a menu'],
    ],
  },
  {
    title: 'In lists and dates',
    keys: [
      [['↑', '↓'], 'Move between the rows of a table'],
      [['Enter'], 'Open the row'],
      [['Alt', '↓'], 'Open the calendar of a date field'],
    ],
  },
  {
    title: 'While receiving',
    on: ['/orders/receive/:documentId'],
    keys: [
      [['Enter'], 'Receive the serial number you typed'],
      [['F2'], 'Receive a package on the other order it belongs to'],
      [['Esc'], 'Clear the scan field, or exit full screen'],
    ],
  },
]
