import {
  csvFile,
  incidentPrefill,
  locationMeds,
  medEmailAgain,
  medEmailInput,
  medEmailList,
  medEmailTaken,
  medEntry,
  medInput,
  medOnly,
  medPage,
  medSearch,
  medSearchAll,
  medVoiding,
  ok,
  pdfFile,
  pedigree,
  pedigreeBySerial,
  pedigreePage,
  savedMed,
  serialInput,
  serialLocationInput,
} from '@seriatim/schema'
import { longMutation, longQuery, mutation, query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import { voidEnteredMed } from './entry/med-correct.service.ts'
import { createMed } from './entry/med-entry.service.ts'
import { readByLocation, readBySerial, readForIncident, readPedigree, searchMedPage } from './med.service.ts'
import { writeSearch } from './med-csv.service.ts'
import { emailPedigree, previewPaper, readMails, resendPedigree } from './send/med-email.service.ts'

export const medRouter = router({
  createOne: mutation('med:write', 'input', medEntry, savedMed, createMed),
  readManyBySearch: query('med:read', 'scope', medSearch, medPage, searchMedPage),
  readManyCsv: query('med:read', { location: 'scope', audit: 'read' }, medSearchAll, csvFile, writeSearch),
  readOneById: query('med:read', 'row', medInput, pedigree, (tx, session, { medId }) => readPedigree(tx, session, medId)),
  readManyByLocationid: query('med:read', 'input', locationMeds, pedigreePage, readByLocation),
  readOneBySerialnumberPedigree: query('med:read', 'row', serialInput, pedigreeBySerial, (tx, session, { serialNumber }) =>
    readBySerial(tx, session, serialNumber),
  ),
  readOneBySerialnumberIncident: query('med:read', 'row', serialLocationInput, incidentPrefill, readForIncident),
  updateVoidOne: mutation('med:write', 'row', medVoiding, ok, voidEnteredMed),
  readOnePaper: longQuery('med:read', { location: 'row', audit: 'read' }, medOnly, pdfFile, (ctx, session, { medId }) =>
    previewPaper(ctx, session, medId),
  ),
  emailOne: longMutation('med:write', 'row', medEmailInput, medEmailTaken, emailPedigree),
  readManyEmails: query('med:read', 'row', medOnly, medEmailList, (tx, session, { medId }) => readMails(tx, session, medId)),
  emailOneAgain: mutation('med:write', 'row', medEmailAgain, ok, resendPedigree),
})
