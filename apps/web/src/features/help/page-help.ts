import { KEEP_TEXT, NOTIFY_TEXT } from '@seriatim/schema/legal-rules'
import { PARTNER_HELP, type PageHelp } from './partner-help.ts'

/** Text about features that every list has. */
const OWN_LIST =
  'Save a search under Views and open it again with one click. Under Columns, hide what you do not need. Only you see your views and columns.'

const settings: PageHelp = {
  about: 'Settings apply only to you, except those marked "For everyone in your organization".',
  steps: [
    'Change your password, or sign out the other devices that use your account.',
    'Set up an authenticator app to get codes without waiting for an email.',
    'Test your scanner whenever it types the wrong characters.',
  ],
}

const partner: PageHelp = {
  about:
    'The law allows you to buy only from authorized trading partners. The licenses, agreements and contacts of each partner are kept here.',
  steps: [
    'Add a license with its number, state and expiration date. You are reminded before it expires.',
    'Upload agreements, so that they are at hand for an inspector.',
    'Tell a partner your GLNs, so that their files reach the right location.',
    'Merge two entries of the same company. A merge can be undone.',
  ],
}

const scorecard: PageHelp = {
  about:
    'How complete, correct and timely your suppliers’ data is, measured by your own orders, scans, tickets and returns. Each figure is shown with the counts behind it and its definition.',
  steps: [
    'Sort the list by a figure, or open a supplier to see its months beside the median of all partners.',
    'Print a letter to the supplier, with tickets and files as examples.',
    'The figures are computed every half hour. Press Compute now if you just changed something.',
    'Turn on the monthly email if you want the figures without opening the page.',
    'Percentages appear once a supplier has ten orders. Until then, only counts are shown.',
  ],
}

const incident: PageHelp = {
  about: `Illegitimate product is reported to the FDA on Form 3911 within ${NOTIFY_TEXT} of the determination.`,
  steps: [
    'Scan the package, or fill in the data on its label. The draft is saved automatically.',
    'Nothing is chosen for you: classification and determination are your own statements.',
    'Read the form before you send it. You cannot change it afterward.',
    'When the FDA has ended the incident, enter the termination to release or dispose of what is on hold.',
  ],
}

const users: PageHelp = {
  about: 'Each person sees their own locations and can do what their rights allow.',
  steps: [
    'Invite a person with their email address. They choose their own password.',
    'Deactivate people who leave. Their past actions stay under their name.',
    'Once a year, review everyone’s access.',
  ],
}

const subscription: PageHelp = {
  about: 'Your plans, how much of each you use, and the next charge.',
  steps: [
    'Change your subscription to add locations, users or recall alerts.',
    'Payment happens in a new tab with our payment provider.',
    'A canceled plan works until its last day.',
  ],
}

/** Help texts keyed by the screen's route, as in `*.pages.ts`. */
export const PAGE_HELP: Readonly<Record<string, PageHelp>> = {
  ...PARTNER_HELP,
  '/': {
    about: 'Home shows your open work: orders to receive, recalls, packages on hold, and reports that are due.',
    steps: [
      'Scan any package in the search box to see its history, or type the last four characters of its serial number.',
      'Open an order to receive it.',
      'Work from the top: items due first are listed first.',
    ],
  },
  '/orders': {
    about: 'Every order that a supplier sent you electronically, and how much of it has been received.',
    steps: [
      'Open an order to receive it.',
      'Filter by sender, PO number, date or state.',
      'An order with findings links to its ticket.',
      'Save as CSV writes all orders that the search finds, not only those on screen.',
      OWN_LIST,
    ],
  },
  '/orders/receive/:documentId': {
    about: 'Each package must match the data that its supplier sent before it goes to the shelf.',
    steps: [
      'Scan one package after the other. Green means received, red means stopped, and each has its own sound.',
      'A stopped package stays out of Receive All until somebody decides to receive it with a reason, put it on hold, create a ticket or send it back.',
      'Scan the label of a case to receive everything in it at once.',
      'Press F2 to receive a package on the other open order it belongs to, without leaving this one.',
      'Without a connection, keep scanning. The scans are saved on this device and sent later.',
      'When everything is done, complete the order or close it short.',
    ],
  },
  '/orderupload': {
    about: 'Upload the EPCIS file for an order when your supplier does not send it automatically.',
    steps: [
      'Drop the file, or a zip of several.',
      'The file is checked on this device before it is sent.',
      'A file with errors becomes a ticket, with a letter to the supplier.',
    ],
  },
  '/demo/epcis/file/generator': {
    about: 'Create a sample order with barcodes to practice receiving.',
    steps: ['Choose how many packages you want.', 'Print the barcodes and upload the file.', 'Receive the order with your scanner.'],
  },
  '/searchmeds': {
    about: 'Find any package by serial number, lot, NDC, name or date.',
    steps: [
      'Scan a package in the serial number field, or type the last four characters in the search box above.',
      'Open a package to see who owned it.',
      'Save the list as CSV for your records.',
      OWN_LIST,
    ],
  },
  '/inputmeds': {
    about: 'Enter packages that came without electronic data.',
    steps: ['Scan the package: product, lot, expiration and serial number are filled in.', 'Attach the paper that came with it.'],
  },
  '/meddetail/:medId': {
    about: 'The pedigree of one package: who owned it, who received it, and what was done with it here.',
    steps: [
      'Put it on hold if something is wrong with it.',
      'Send its pedigree to the person who asks for it.',
      'Attach photos and papers.',
    ],
  },
  '/sendapedigree': {
    about: 'Send the history of one package to a partner or an authority.',
    steps: ['Scan the package, check the text, then send the email.', 'The package’s history shows what you sent, when and to whom.'],
  },
  '/sendapedigree/:serialNumber': {
    about: 'Send the history of this package to a partner or an authority.',
    steps: ['Check the address and the text, then send the email.', 'The email stays in the package’s history.'],
  },
  '/reportanincident': incident,
  '/reportanincident/:incidentId/:type': incident,
  '/incidenttracker': {
    about: 'Reports of suspect and illegitimate product, with the one due first at the top.',
    steps: [
      'Open a draft to finish it.',
      'Enter the incident number as soon as the FDA has sent it.',
      'Request termination when the matter is settled.',
      OWN_LIST,
    ],
  },
  '/incidenttracker/:incidentId': incident,
  '/inspection': {
    about: 'One pack for the inspector or auditor who asks, with proofs that anybody can verify offline.',
    steps: [
      'Choose who is asking. Then enter the name to print on the first page, and the dates to cover.',
      'Read what is missing. Each line leads to where you can fix it; the pack states what stays open.',
      'Create the pack. You can leave the page; it is kept for 30 days.',
      'For a PBM, drop your dispensing report to see the balance of each NDC.',
    ],
  },
  '/rules': {
    about: 'The rules that bind your pharmacy today, with their dates and sources, and what comes next.',
    steps: [
      'Count the full-time pharmacists and technicians of the company. The number decides which rules apply.',
      'Save a draft, or attest the number with your name. Earlier counts stay on record.',
      'Add the rules of your own contracts, and end them when they no longer bind you.',
      'Print the list for the binder that you show to an inspector.',
    ],
  },
  '/procedures': {
    about: 'The written procedures of your pharmacy, with their revisions and who signed them.',
    steps: [
      'Choose a procedure and read it. A procedure that ships with Seriatim is a proposal until somebody adopts it.',
      'Location admins adopt it or write a new revision. Earlier revisions stay as they are.',
      'Sign the newest revision with one click. People who have not signed are listed.',
      'Print it for the binder.',
    ],
  },
  '/inspection/unit': {
    about: 'Answers everything that an inspector asks about one bottle from the shelf.',
    steps: [
      'Scan its 2D code with the handheld or the camera, or type its serial number.',
      'Read the answers. A triangle marks a remark; an X marks something missing or wrong.',
      'Show the QR code. It opens this page on the inspector’s phone without signing in. The link expires at the same time tomorrow, or when you deactivate it.',
      'Print the answers on one page, or save them with the transaction data as a PDF.',
      'Create a pack with all bottles from this visit.',
    ],
  },
  '/investigations': {
    about: 'Suspect product is quarantined and investigated before it is cleared or reported.',
    steps: [
      'Open an investigation from a hold.',
      'Write down each finding with its source.',
      'End the investigation: cleared, or illegitimate and reported on Form 3911.',
    ],
  },
  '/investigations/:investigationId': {
    about: `The record of one investigation, which the law requires you to keep for ${KEEP_TEXT}.`,
    steps: [
      'Add what you found and who told you.',
      'End the investigation as cleared or illegitimate.',
      'Download the record for an inspector.',
    ],
  },
  '/recalls': {
    about: 'FDA recalls, each compared with the packages you have.',
    steps: [
      'Start with exact matches.',
      'Put affected packages on hold, all of them or lot by lot.',
      'Give a reason when you dismiss a recall.',
    ],
  },
  '/recalls/search': {
    about: 'Search all FDA recalls, whether they concern you or not.',
    steps: ['Search by product, NDC, lot or company.', 'Open a recall to see its lots.'],
  },
  '/recalls/detail/:recallId': {
    about: 'One recall: its reason, its lots, and which of your packages it names.',
    steps: ['Put the packages on hold.', 'Open a package to see where it is.', 'Review possible matches: is it the same product?'],
  },
  '/exceptions': {
    about: 'Tickets for files and deliveries with errors.',
    steps: [
      'Work through what is overdue first.',
      'Select several tickets to assign or close them together.',
      'Reports show which partner makes which errors.',
      OWN_LIST,
    ],
  },
  '/exceptions/:documentExceptionId': {
    about: 'One problem with a file or a delivery: what is wrong, where, and what was done about it.',
    steps: [
      'Send the supplier the letter; their answer comes back to this ticket.',
      'Before a corrected file replaces the first one, the two files are compared.',
      'Close the ticket when it is settled.',
    ],
  },
  '/exceptions/corrections/:correctionId': {
    about: 'A corrected file beside the one it corrects.',
    steps: ['Check the changes.', 'Replace the order, or keep the first one.', 'Packages that both files list keep their receipts.'],
  },
  '/reports': {
    about: 'Figures on product received, sent, reported and recalled in a period.',
    steps: ['Choose a report and its dates.', 'Save it as CSV or PDF, ready to hand to an inspector.'],
  },
  '/audit': {
    about: 'Every change with its time and the person who made it. Entries cannot be edited or deleted.',
    steps: [
      'Filter by person, day or subject.',
      'Verify that no entry was changed.',
      'Have the checkpoint emailed to a witness.',
      'Save the entries as CSV.',
      OWN_LIST,
    ],
  },
  '/tradingpartner': partner,
  '/tradingpartner/create': partner,
  '/tradingpartner/scorecards': scorecard,
  '/tradingpartner/:partnerId/scorecard': scorecard,
  '/tradingpartner/:partnerId': partner,
  '/gln': {
    about: 'A GLN is the 13-digit number of a location. Your suppliers put it in their files to say where an order goes.',
    steps: [
      'Add the GLN that your wholesalers send to.',
      'Confirm that the GLN is yours.',
      'An order for a GLN that is not on file is kept until you add that GLN.',
    ],
  },
  '/locations': {
    about: 'The places where you receive product.',
    steps: [
      'Add a location with its address and time zone.',
      'Give people access to it.',
      'Close a location that you no longer operate; its records are kept.',
    ],
  },
  '/locations/add': {
    about: 'A new place where you receive product.',
    steps: ['Enter its name, address and time zone.', 'Add its GLN afterward.'],
  },
  '/locations/:locationId': {
    about: 'One location with its address, its GLNs and the people who work there.',
    steps: [
      'Keep the address current: the state decides which licenses your partners need.',
      'Close the location when you no longer use it.',
    ],
  },
  '/users': users,
  '/users/bylocation': users,
  '/users/review': users,
  '/users/rights': users,
  '/users/:userId': users,
  '/invitation': { about: 'An invitation to your organization.', steps: ['Choose your own password.'] },
  '/handover': { about: 'Someone has asked you to become the customer admin.', steps: ['Accept or decline with your password.'] },
  '/subscription': subscription,
  '/subscription/modify': subscription,
  '/settings/changepassword': settings,
  '/settings/othersettings': settings,
  '/settings/security': settings,
  '/settings/scanner': {
    about: 'Shows each key your scanner sends, and any problem with its settings.',
    steps: [
      'Scan the test code on the screen, or any package.',
      'Follow the advice: most problems come from the scanner’s keyboard setting.',
      'Let this device learn your scanner if scans are cut in two.',
    ],
  },
  '/welcome': { about: 'Your first sign-in.', steps: ['See what your administrator gave you access to.'] },
}
