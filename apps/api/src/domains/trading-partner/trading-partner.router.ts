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
import { customerProcedure, router } from '../../call/trpc.ts'
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
import { readPartner, searchForPartners } from './partner-read.service.ts'
import { changePartner, createPartner, deactivatePartner, reactivatePartner } from './trading-partner.service.ts'

const write = customerProcedure('partner:write', { location: 'row' })

/** Each change of a part answers the whole partner (rest.md). */
export const tradingPartnerRouter = router({
  readOneTradingpartnerById: customerProcedure('partner:read', { location: 'row' })
    .input(partnerInput)
    .output(tradingPartner)
    .query(({ ctx, input }) => readPartner(ctx.tx, ctx.session, input.id)),

  readManyTradingpartnersSearch: customerProcedure('partner:read', { location: 'scope' })
    .input(partnerSearch)
    .output(partnerPage)
    .query(({ ctx, input }) => searchForPartners(ctx.tx, ctx.session, input)),

  createOne: customerProcedure('partner:write', { location: 'input' })
    .input(newPartner)
    .output(tradingPartner)
    .mutation(({ ctx, input }) => createPartner(ctx.tx, ctx.session, input)),

  updateOneTradingpartner: write
    .input(partnerChange)
    .output(tradingPartner)
    .mutation(({ ctx, input }) => changePartner(ctx.tx, ctx.session, input)),

  readManyCsv: customerProcedure('partner:read', { location: 'scope', audit: 'read' })
    .output(csvFile)
    .query(({ ctx }) => exportCsv(ctx.tx, ctx.session)),

  createCsvPreview: customerProcedure('partner:write', { location: 'scope', audit: { none: 'nothing is written' } })
    .input(partnerCsv)
    .output(partnerCsvPlan)
    .mutation(({ ctx, input }) => previewCsv(ctx.tx, ctx.session, input.text)),

  createManyCsv: customerProcedure('partner:write', { location: 'scope' })
    .input(partnerCsv)
    .output(partnerCsvPlan)
    .mutation(({ ctx, input }) => importCsv(ctx.tx, ctx.session, input.text)),

  updateDeactivateOne: write
    .input(partnerDeactivation)
    .output(tradingPartner)
    .mutation(({ ctx, input }) => deactivatePartner(ctx.tx, ctx.session, input)),

  updateReactivateOne: write
    .input(partnerInput)
    .output(tradingPartner)
    .mutation(({ ctx, input }) => reactivatePartner(ctx.tx, ctx.session, input.id)),

  createOneGloballocationnumber: write
    .input(partnerGlnAdding)
    .output(tradingPartner)
    .mutation(({ ctx, input }) => addPartnerGln(ctx.tx, ctx.session, input)),

  updateOneGloballocationnumber: write
    .input(partnerGlnChange)
    .output(tradingPartner)
    .mutation(({ ctx, input }) => changePartnerGln(ctx.tx, ctx.session, input)),

  deleteOneGloballocationnumber: write
    .input(partnerPartInput)
    .output(tradingPartner)
    .mutation(({ ctx, input }) => removePartnerGln(ctx.tx, ctx.session, input.id)),

  createOneAddress: write
    .input(partnerAddressAdding)
    .output(tradingPartner)
    .mutation(({ ctx, input }) => addPartnerAddress(ctx.tx, ctx.session, input)),

  updateOneAddress: write
    .input(partnerAddressChange)
    .output(tradingPartner)
    .mutation(({ ctx, input }) => changePartnerAddress(ctx.tx, ctx.session, input)),

  deleteOneAddress: write
    .input(partnerPartInput)
    .output(tradingPartner)
    .mutation(({ ctx, input }) => removePartnerAddress(ctx.tx, ctx.session, input.id)),

  createOneContact: write
    .input(partnerContactAdding)
    .output(tradingPartner)
    .mutation(({ ctx, input }) => addPartnerContact(ctx.tx, ctx.session, input)),

  updateOneContact: write
    .input(partnerContactChange)
    .output(tradingPartner)
    .mutation(({ ctx, input }) => changePartnerContact(ctx.tx, ctx.session, input)),

  deleteOneContact: write
    .input(partnerPartInput)
    .output(tradingPartner)
    .mutation(({ ctx, input }) => removePartnerContact(ctx.tx, ctx.session, input.id)),

  createOneContactdetail: write
    .input(contactDetailAdding)
    .output(tradingPartner)
    .mutation(({ ctx, input }) => addContactDetail(ctx.tx, ctx.session, input)),

  deleteOneContactdetail: write
    .input(partnerPartInput)
    .output(tradingPartner)
    .mutation(({ ctx, input }) => removeContactDetail(ctx.tx, ctx.session, input.id)),

  createOneAccountnumber: write
    .input(partnerAccountAdding)
    .output(tradingPartner)
    .mutation(({ ctx, input }) => addPartnerAccount(ctx.tx, ctx.session, input)),

  updateOneAccountnumber: write
    .input(partnerAccountChange)
    .output(tradingPartner)
    .mutation(({ ctx, input }) => changePartnerAccount(ctx.tx, ctx.session, input)),

  deleteOneAccountnumber: write
    .input(partnerPartInput)
    .output(tradingPartner)
    .mutation(({ ctx, input }) => removePartnerAccount(ctx.tx, ctx.session, input.id)),
})
