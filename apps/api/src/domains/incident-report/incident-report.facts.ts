import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const incidentReportErrors = defineErrors({
  incident_incomplete: { code: 'BAD_REQUEST', text: 'The form is not complete.' },
  incident_not_found: { code: 'NOT_FOUND', text: 'This incident no longer exists, or it belongs to a location you cannot access.' },
  incident_elsewhere: { code: 'BAD_REQUEST', text: 'This incident belongs to another location. Open it again and repeat your change.' },
  incident_not_previewed: {
    code: 'BAD_REQUEST',
    text: 'This is not the document that was previewed, so nothing was sent. Preview the form again.',
  },
  incident_preview_old: {
    code: 'BAD_REQUEST',
    text: 'The preview is more than an hour old, so nothing was sent. Preview the form again.',
  },
  incident_no_recipient: { code: 'BAD_REQUEST', text: 'Nobody would receive this report. Enter the contact’s email address (item 23).' },
  incident_terminated: {
    code: 'CONFLICT',
    text: 'This incident was terminated, so it can no longer be changed. Start a new report instead.',
  },
  incident_no_regulator: {
    code: 'CONFLICT',
    text: 'This report has no recipient: no FDA email address is set, or the report was already sent to every address.',
  },
  incident_told_ahead: { code: 'BAD_REQUEST', text: 'The date and time of the report are in the future.' },
  incident_number_taken: { code: 'CONFLICT', text: 'Another incident at this location already has this number.' },
  incident_not_requested: { code: 'CONFLICT', text: 'No request for termination has been sent for this incident yet.' },
  incident_draft_gone: { code: 'NOT_FOUND', text: 'This draft has been sent or deleted.' },
  incident_draft_changed: { code: 'CONFLICT', text: 'Someone else changed this draft. Nothing was overwritten.' },
})

export const incidentReportFacts = {
  errors: incidentReportErrors,
  constraints: {},
  rights: {
    'incident:read': { group: 'Incidents', what: 'See incidents' },
    'incident:write': { group: 'Incidents', what: 'Report an incident' },
  },
  kinds: { incident: 'Incidents' },
  actions: {
    'incident.download': 'Incident report downloaded',
    'incident.draft': 'Incident report started',
    'incident.draftChange': 'Incident draft changed',
    'incident.draftDrop': 'Incident draft deleted',
    'incident.mailAgain': 'Incident email sent again',
    'incident.mailLost': 'Incident email marked as not delivered',
    'incident.mailRegulator': 'Incident report emailed to the FDA',
    'incident.notTold': 'Incident notification record withdrawn',
    'incident.notify': 'Trading partners notified of an incident',
    'incident.submit': 'Incident reported',
    'incident.terminate': 'Incident terminated',
    'incident.told': 'Incident notification recorded',
    'incident.update': 'Incident changed',
  },
  sentences: {
    'incident.download': 'downloaded the incident report on {about}',
    'incident.draft': 'started an incident report',
    'incident.draftChange': 'changed an incident draft',
    'incident.draftDrop': 'deleted an incident draft',
    'incident.mailAgain': 'resent the incident email on {about}',
    'incident.mailLost': 'marked the incident email on {about} as not delivered',
    'incident.mailRegulator': 'emailed the incident report on {about} to the FDA',
    'incident.notTold': 'withdrew the record of a notification on {about}',
    'incident.notify': 'notified trading partners about {about}',
    'incident.submit': 'reported the incident on {about}',
    'incident.terminate': 'terminated the incident on {about}',
    'incident.told': 'recorded a notification on {about}',
    'incident.update': 'changed the incident on {about}',
  },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof incidentReportFacts.actions, string> {}
  interface AuditKinds extends Record<keyof typeof incidentReportFacts.kinds, string> {}
}
