/** What the trail calls these. */
export const medActions = {
  'med.attach': 'File attached to a pedigree',
  'med.bringBack': 'Voided pedigree entered again',
  'med.create': 'Pedigree entered',
  'med.deleteAttachment': 'Attachment deleted',
  'med.download': 'Attachment opened',
  'med.email': 'Pedigree sent by email',
  'med.emailAgain': 'Email of a pedigree sent again',
  'med.export': 'Pedigrees saved as CSV',
  'med.fill': 'Blanks of a pedigree filled',
  'med.paper': 'Paper of a pedigree shown',
  'med.void': 'Pedigree voided',
} as const
