/** What the trail calls these. */
export const incidentReportActions = {
  'incident.download': 'Incident report downloaded',
  'incident.draft': 'Incident report started',
  'incident.draftChange': 'Incident draft changed',
  'incident.draftDrop': 'Incident draft deleted',
  'incident.mailAgain': 'Incident email sent again',
  'incident.mailLost': 'Incident email marked as not delivered',
  'incident.mailRegulator': 'Incident report emailed to the FDA',
  'incident.notTold': 'Statement about an incident withdrawn',
  'incident.notify': 'Trading partners notified of an incident',
  'incident.submit': 'Incident reported',
  'incident.terminate': 'Incident terminated',
  'incident.told': 'Who was told of an incident recorded',
  'incident.update': 'Incident changed',
} as const
