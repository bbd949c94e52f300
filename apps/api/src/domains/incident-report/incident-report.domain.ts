import { defineDomain } from '../domain.ts'
import { incidentReportFacts } from './incident-report.facts.ts'
import { incidentNoticeMails, incidentReportMails } from './incident-report.mails.ts'
import { incidentReportRouter } from './incident-report.router.ts'

export const incidentReport = defineDomain({
  name: 'incident-report',
  facts: [incidentReportFacts],
  routers: { incidentReport: [incidentReportRouter] },
  mails: [incidentReportMails, incidentNoticeMails],
})
