/** Help for one screen: its purpose, then what people do there. */
export interface PageHelp {
  about: string
  steps: readonly string[]
}

/** Help for the screens about work with other companies: files, shipments, verification and tracing. */
export const PARTNER_HELP: Readonly<Record<string, PageHelp>> = {
  '/intake/dispense-checks': {
    about: 'The checks that your pharmacy system ran before it dispensed packages, with the answer to each.',
    steps: [
      'Create an access token with the scope for dispense checks in Settings, Sign-in and security, and give it to your pharmacy system.',
      'Choose the answer for a package that is not on file.',
      'Look at denied checks each day: set the package aside, then open it with the search above.',
    ],
  },
  '/intake/webhooks': {
    about: 'Messages that your other systems get when something happens here.',
    steps: [
      'Add the URL of the receiver, choose the events, and copy the secret that verifies the messages.',
      'Send a test event and look at the answer under Deliveries.',
      'A message that is not accepted is sent up to ten times over three days. Then the endpoint is turned off, and the admins who manage it get an email.',
      'After an outage, turn the endpoint back on and send the missed events again.',
    ],
  },
  '/intake': {
    about: 'Every incoming file, however it was sent, and its result.',
    steps: [
      'Create a door for a wholesaler: a token, an email address or an SFTP user. It lets them deliver files and see nothing else.',
      'If files are on the wholesaler’s own SFTP server, create a door that fetches them. Compare its host key with the one that the wholesaler gave you, then confirm it.',
      'Test a door before the first delivery. The test shows what the sender needs.',
      'Check the files that did not become orders. Read one again after you add its GLN.',
      'Files that are not EPCIS are stored: download them here.',
    ],
  },
  '/outbound': {
    about: 'Packages that you sold, lent, returned or gave to another location, with the documents that went with them.',
    steps: [
      'Press Send packages, choose why the packages are leaving, and scan them.',
      'Open a shipment to download its documents, email them, or see whether the receiver opened the link.',
      'Void a shipment within a day if the packages did not leave.',
    ],
  },
  '/outbound/new': {
    about: 'Why packages leave, and who receives them. Each purpose shows what it requires.',
    steps: [
      'Choose the partner and the address. You see at once whether the partner’s license covers that state today.',
      'Copy each SGLN from its owner’s own files. It cannot be computed from the GLN.',
      'Scan next. Nothing leaves before you press Send.',
    ],
  },
  '/outbound/:shipmentId': {
    about: 'One shipment, from the first scan to its documents.',
    steps: [
      'Scan packages or a whole case. A package that may not leave is stopped, and you see the reason.',
      'Press Review and send. The packages leave your stock, and the documents are created at once.',
      'Email the documents, or send them to the partner’s endpoint. A failed delivery is shown here and can be sent again.',
    ],
  },
  '/verify': {
    about: 'Questions to manufacturers about whether a package is theirs, with their answers and the evidence.',
    steps: [
      'Press Verify a package, or open a package and press Verify with the manufacturer.',
      'Green means that the manufacturer confirms it without a remark. Amber needs your judgment.',
      'A missing answer says nothing about the package. Press Ask again later, or ask by phone and record the answer.',
    ],
  },
  '/verify/lists': {
    about: 'Lists of up to 500 packages to verify together.',
    steps: [
      'Press Verify a list, then paste a table or choose a file.',
      'You can leave the page. Verification continues, and the list shows its progress.',
      'If the service refuses your credential, the list stops. Renew the credential, then continue with what is left.',
    ],
  },
  '/settings/verification': {
    about: 'How your organization asks manufacturers about packages: by hand, or through a verification service.',
    steps: [
      'Get the service’s address, the header and the text for each purpose from your provider.',
      'Save them, then check the connection with the GTIN of a product.',
    ],
  },
  '/tracing': {
    about: 'Requests that ask where packages came from, with the time left to answer, and your own requests to partners.',
    steps: [
      'Record a request as soon as it arrives: both clocks start at that moment.',
      'Open it to see what your records say, then prepare and send the answer.',
      'Start a drill once a year. Its dated sheet goes into the inspection pack.',
    ],
  },
  '/tracing/new': {
    about: 'A request that arrived by phone, by letter, in person or as a file.',
    steps: [
      'Enter who is asking and how you verified their identity. Call back at a number you already know.',
      'Type in the serial numbers or lots, or load many of them from a table or JSON file.',
    ],
  },
  '/tracing/ask': {
    about: 'Ask a trading partner about the previous owners of packages.',
    steps: ['Choose the partner and the day by which you need the answer.', 'The reply and its files appear on the request.'],
  },
  '/tracing/:requestId': {
    about: 'One request: what was asked, what was found, and what was sent.',
    steps: [
      'Acknowledge it with one click.',
      'Look at the gaps first; each item without gaps is a single line.',
      'Prepare an answer, then email it, share a link to it, or hand it over as a file. Once sent, it cannot be changed.',
    ],
  },
}
