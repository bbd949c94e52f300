import {
  addressAdding,
  addressChange,
  addressDeletion,
  companyBlock,
  customerLocation,
  hydratedLocation,
  id,
  locationClosing,
  locationFactsChange,
  locationInput,
  locationLimit,
  locationOwner,
  locationRenaming,
  locationReopening,
  newLocation,
  ownedLocation,
  state,
} from '@seriatim/schema'
import { z } from 'zod'
import { mutation, query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import { readCompany } from './company.service.ts'
import {
  readHydratedLocation,
  readLocationLimit,
  readMyHydratedLocations,
  readMyLocations,
  readOwned,
  readStates,
} from './location.service.ts'
import {
  addAddress,
  changeAddress,
  changeLocationFacts,
  closeLocation,
  createLocation,
  removeAddress,
  renameLocation,
  reopenLocation,
  setLocationOwner,
} from './location-change.service.ts'

export const locationRouter = router({
  readAllByUserid: query('location:read', 'scope', null, z.array(customerLocation), readMyLocations),
  readOneById: query('location:read', 'row', locationInput, hydratedLocation, (tx, session, { id }) =>
    readHydratedLocation(tx, session, id),
  ),
  readOneHydratedById: query('location:read', 'row', locationInput, hydratedLocation, (tx, session, { id }) =>
    readHydratedLocation(tx, session, id),
  ),
  readAllHydratedByUserid: query('location:read', 'scope', null, z.array(hydratedLocation), readMyHydratedLocations),
  readManyOwned: query('location:read', 'scope', null, z.array(ownedLocation), readOwned),
  readOneLimit: query('location:write', 'none', null, locationLimit, readLocationLimit),
  readOneCompany: query('location:read', 'input', z.object({ locationId: id }), companyBlock, (tx, session, { locationId }) =>
    readCompany(tx, session, locationId),
  ),
  createOne: mutation('location:write', 'none', newLocation, hydratedLocation, createLocation),
  createAddress: mutation('location:write', 'row', addressAdding, hydratedLocation, addAddress),
  updateOneAddress: mutation('location:write', 'row', addressChange, hydratedLocation, changeAddress),
  updateOneName: mutation('location:write', 'row', locationRenaming, hydratedLocation, renameLocation),
  updateOneFacts: mutation('location:write', 'row', locationFactsChange, hydratedLocation, changeLocationFacts),
  deleteOneAddress: mutation('location:write', 'row', addressDeletion, hydratedLocation, (tx, session, { customerLocationAddressId }) =>
    removeAddress(tx, session, customerLocationAddressId),
  ),
  updateCloseOne: mutation('location:write', 'row', locationClosing, hydratedLocation, closeLocation),
  updateReopenOne: mutation('location:write', 'row', locationReopening, hydratedLocation, (tx, session, { customerLocationId }) =>
    reopenLocation(tx, session, customerLocationId),
  ),
  updateOneOwner: mutation('location:write', 'row', locationOwner, hydratedLocation, setLocationOwner),
})

export const stateRouter = router({
  readAll: query('location:read', 'none', null, z.array(state), readStates),
})
