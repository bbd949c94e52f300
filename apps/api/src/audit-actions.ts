import { auditActions } from './domains/audit/audit.audit.ts'
import { authActions } from './domains/auth/auth.audit.ts'
import { holdActions } from './domains/hold/hold.audit.ts'
import { incidentReportActions } from './domains/incident-report/incident-report.audit.ts'
import { medActions } from './domains/med/med.audit.ts'
import { orderActions } from './domains/order/order.audit.ts'
import { reportActions } from './domains/report/report.audit.ts'
import { settingsActions } from './domains/settings/settings.audit.ts'
import { uploadActions } from './domains/upload/upload.audit.ts'
import { customerActions } from './domains/user/customer.audit.ts'

/** Everything that the trail can say was done, with its words; each domain adds its own. Words stay: lines of years ago are told with them. */
export const AUDIT_ACTIONS = {
  ...auditActions,
  ...authActions,
  ...holdActions,
  ...incidentReportActions,
  ...medActions,
  ...orderActions,
  ...reportActions,
  ...settingsActions,
  ...uploadActions,
  ...customerActions,
}
export type AuditAction = keyof typeof AUDIT_ACTIONS
