import {
  balanceLine,
  balanceRow,
  dispensedColumns,
  inspectionLink,
  inspectionLinks,
  newInspectionLink,
  newPack,
  newPackLink,
  ok,
  pack,
  packAsk,
  packChoices,
  packFile,
  packInput,
  packLinkRef,
  packList,
  packPreview,
} from '@seriatim/schema'
import { z } from 'zod'
import { longQuery, mutation, query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import {
  cancelPack,
  downloadPack,
  makePack,
  previewPack,
  readPackBalance,
  readPackBalanceRows,
  readPackChoices,
  readPacks,
  rememberColumns,
} from './pack/pack.service.ts'
import { createPackLink, endPackLink, readPackLinks } from './pack/pack-link.service.ts'

const balanceAsk = z.object({ ask: packAsk, ndc: z.string().max(60) })

/** Packs for inspectors and auditors. No REST paths are documented for them. */
export const inspectionRouter = router({
  readOneChoices: query('pack:make', 'none', null, packChoices, (tx, session, _input, ctx) => readPackChoices(tx, session, ctx.secrets)),
  readOnePreview: longQuery('pack:make', 'row', packAsk, packPreview, previewPack),
  readManyBalance: longQuery('pack:make', 'row', packAsk, z.array(balanceLine), readPackBalance),
  readManyBalanceRows: longQuery('pack:make', 'row', balanceAsk, z.array(balanceRow), readPackBalanceRows),
  readMany: query('pack:read', 'scope', null, packList, readPacks),
  createOne: mutation('pack:make', 'row', newPack, pack, makePack),
  updateOneStop: mutation('pack:make', 'row', packInput, ok, cancelPack),
  updateOneColumns: mutation('pack:make', 'none', dispensedColumns, ok, rememberColumns),
  readManyLinks: query('pack:read', 'row', packInput, inspectionLinks, readPackLinks),
  createOneLink: mutation('pack:make', 'row', newPackLink, newInspectionLink, createPackLink),
  updateOneLinkEnd: mutation('pack:make', 'row', packLinkRef, inspectionLink, endPackLink),
  downloadOne: query('pack:read', { location: 'row', audit: 'read' }, packInput, packFile, downloadPack),
})
