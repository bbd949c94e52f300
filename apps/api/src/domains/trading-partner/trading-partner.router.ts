import {
  contactDetailAdding,
  csvFile,
  newPartner,
  partnerAccountAdding,
  partnerAccountChange,
  partnerAddressAdding,
  partnerAddressChange,
  partnerChange,
  partnerContactAdding,
  partnerContactChange,
  partnerCsv,
  partnerCsvPlan,
  partnerDeactivation,
  partnerGlnAdding,
  partnerGlnChange,
  partnerInput,
  partnerPage,
  partnerPartInput,
  partnerSearch,
  tradingPartner,
} from '@seriatim/schema'
import { mutation, query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import { importCsv, previewCsv } from './csv/partner-csv.service.ts'
import { exportCsv } from './csv/partner-export.service.ts'
import {
  addContactDetail,
  addPartnerAccount,
  addPartnerAddress,
  addPartnerContact,
  addPartnerGln,
  changePartnerAccount,
  changePartnerAddress,
  changePartnerContact,
  changePartnerGln,
  removeContactDetail,
  removePartnerAccount,
  removePartnerAddress,
  removePartnerContact,
  removePartnerGln,
} from './part/partner-part.service.ts'
import { readPartner } from './partner-read.service.ts'
import { searchForPartners } from './partner-search.service.ts'
import { changePartner, createPartner, deactivatePartner, reactivatePartner } from './trading-partner.service.ts'

/** Calls for trading partners. A call that changes a part of a partner, such as an address or a contact, returns the whole partner (rest.md). */
export const tradingPartnerRouter = router({
  readOneTradingpartnerById: query('partner:read', 'row', partnerInput, tradingPartner, (tx, session, { id }) =>
    readPartner(tx, session, id),
  ),
  readManyTradingpartnersSearch: query('partner:read', 'scope', partnerSearch, partnerPage, searchForPartners),
  createOne: mutation('partner:write', 'input', newPartner, tradingPartner, createPartner),
  updateOneTradingpartner: mutation('partner:write', 'row', partnerChange, tradingPartner, changePartner),
  readManyCsv: query('partner:read', { location: 'scope', audit: 'read' }, null, csvFile, exportCsv),
  createCsvPreview: mutation(
    'partner:write',
    { location: 'scope', audit: { none: 'nothing is written' } },
    partnerCsv,
    partnerCsvPlan,
    (tx, session, { text }) => previewCsv(tx, session, text),
  ),
  createManyCsv: mutation('partner:write', 'scope', partnerCsv, partnerCsvPlan, (tx, session, { text }) => importCsv(tx, session, text)),
  updateDeactivateOne: mutation('partner:write', 'row', partnerDeactivation, tradingPartner, deactivatePartner),
  updateReactivateOne: mutation('partner:write', 'row', partnerInput, tradingPartner, (tx, session, { id }) =>
    reactivatePartner(tx, session, id),
  ),
  createOneGloballocationnumber: mutation('partner:write', 'row', partnerGlnAdding, tradingPartner, addPartnerGln),
  updateOneGloballocationnumber: mutation('partner:write', 'row', partnerGlnChange, tradingPartner, changePartnerGln),
  deleteOneGloballocationnumber: mutation('partner:write', 'row', partnerPartInput, tradingPartner, (tx, session, { id }) =>
    removePartnerGln(tx, session, id),
  ),
  createOneAddress: mutation('partner:write', 'row', partnerAddressAdding, tradingPartner, addPartnerAddress),
  updateOneAddress: mutation('partner:write', 'row', partnerAddressChange, tradingPartner, changePartnerAddress),
  deleteOneAddress: mutation('partner:write', 'row', partnerPartInput, tradingPartner, (tx, session, { id }) =>
    removePartnerAddress(tx, session, id),
  ),
  createOneContact: mutation('partner:write', 'row', partnerContactAdding, tradingPartner, addPartnerContact),
  updateOneContact: mutation('partner:write', 'row', partnerContactChange, tradingPartner, changePartnerContact),
  deleteOneContact: mutation('partner:write', 'row', partnerPartInput, tradingPartner, (tx, session, { id }) =>
    removePartnerContact(tx, session, id),
  ),
  createOneContactdetail: mutation('partner:write', 'row', contactDetailAdding, tradingPartner, addContactDetail),
  deleteOneContactdetail: mutation('partner:write', 'row', partnerPartInput, tradingPartner, (tx, session, { id }) =>
    removeContactDetail(tx, session, id),
  ),
  createOneAccountnumber: mutation('partner:write', 'row', partnerAccountAdding, tradingPartner, addPartnerAccount),
  updateOneAccountnumber: mutation('partner:write', 'row', partnerAccountChange, tradingPartner, changePartnerAccount),
  deleteOneAccountnumber: mutation('partner:write', 'row', partnerPartInput, tradingPartner, (tx, session, { id }) =>
    removePartnerAccount(tx, session, id),
  ),
})
