import type { Route } from './types.ts'

/** The whole REST surface under /api/v1. Input, output, rights and errors come from the procedure. */
export const routes = [
  { method: 'POST', path: '/auth/create/one/token', procedure: 'auth.createOneToken' },
  { method: 'POST', path: '/auth/update/one/totp', procedure: 'auth.updateOneTotp' },
  {
    method: 'POST',
    path: '/auth/update/one/resendtotp',
    procedure: 'auth.updateOneResendtotp',
    reply: 'toast',
    says: 'A new code is on its way.',
  },
  { method: 'POST', path: '/auth/update/one/token', procedure: 'auth.updateOneToken' },
  {
    method: 'POST',
    path: '/auth/create/one/temporarypassword',
    procedure: 'auth.createOneTemporarypassword',
    reply: 'toast',
    says: 'If the address has an account, a temporary password is on its way to it.',
  },
  {
    method: 'POST',
    path: '/user/update/changepassword',
    procedure: 'settings.updateChangepassword',
    reply: 'toast',
    says: 'Your password was changed.',
  },
  { method: 'GET', path: '/user/read/one/by/id', procedure: 'user.readOneById' },
  { method: 'GET', path: '/customer/read/many/by/userid', procedure: 'customer.readManyByUserid' },
  { method: 'GET', path: '/customer/read/one/by/userId', procedure: 'customer.readOneByUserId' },
  { method: 'GET', path: '/customerlocation/read/all/by/userid', procedure: 'location.readAllByUserid' },

  { method: 'POST', path: '/file/upload/order', procedure: 'file.uploadOrder', takes: 'orderFile' },
  { method: 'POST', path: '/file/upload/medattachment', procedure: 'file.uploadMedattachment', takes: 'medAttachment' },
  { method: 'GET', path: '/file/download/medattachment', procedure: 'file.downloadMedattachment', reply: 'file' },
  { method: 'GET', path: '/file/download/epcisdoc', procedure: 'file.downloadEpcisdoc', reply: 'file' },
  { method: 'GET', path: '/order/read/many/search', procedure: 'order.readManySearch', reply: 'page' },
  { method: 'GET', path: '/order/read/all/meds/by/documentid', procedure: 'order.readAllMedsByDocumentid' },
  { method: 'PUT', path: '/update/receive/many/by/serialnumber', procedure: 'order.updateReceiveManyBySerialnumber' },
  { method: 'PUT', path: '/update/receive/many/by/epcismedvocabularyid', procedure: 'order.updateReceiveManyByEpcismedvocabularyid' },
  { method: 'PUT', path: '/update/receive/many/by/shippingContainerCode', procedure: 'order.updateReceiveManyByShippingContainerCode' },
  { method: 'PUT', path: '/update/receive/all/by/documentid', procedure: 'order.updateReceiveAllByDocumentid' },

  { method: 'GET', path: '/redbook/read/search/by/ndc', procedure: 'drugReference.readSearchByNdc' },
  { method: 'POST', path: '/med/create/one', procedure: 'med.createOne' },
  { method: 'GET', path: '/med/read/many/by/locationid', procedure: 'med.readManyByLocationid', reply: 'page' },
  { method: 'GET', path: '/med/read/one/by/id', procedure: 'med.readOneById' },
  { method: 'GET', path: '/med/read/many/by/search', procedure: 'med.readManyBySearch', reply: 'page' },
  { method: 'GET', path: '/med/read/one/by/serialnumber/pedigree', procedure: 'med.readOneBySerialnumberPedigree' },
  {
    method: 'POST',
    path: '/med/email/one',
    procedure: 'med.emailOne',
    reply: 'toast',
    says: 'The pedigree is on its way.',
  },
  { method: 'GET', path: '/med/read/one/by/serialnumber/incident', procedure: 'med.readOneBySerialnumberIncident' },
] as const satisfies readonly Route[]
