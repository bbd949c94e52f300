/** What the trail calls these. */
export const incidentReportActions = {
  'incident.download': 'Report of an incident downloaded',
  'incident.draft': 'Report of an incident begun',
  'incident.draftChange': 'Draft of an incident changed',
  'incident.draftDrop': 'Draft of an incident deleted',
  'incident.mailAgain': 'Mail of an incident sent again',
  'incident.mailLost': 'Mail of an incident did not arrive',
  'incident.mailRegulator': 'Report of an incident mailed to the FDA',
  'incident.notTold': 'Statement about an incident withdrawn',
  'incident.notify': 'Trading partners notified of an incident',
  'incident.submit': 'Incident reported',
  'incident.terminate': 'Incident terminated',
  'incident.told': 'Who was told of an incident stated',
  'incident.update': 'Incident changed',
} as const
