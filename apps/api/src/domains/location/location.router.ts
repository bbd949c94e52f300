import {
  addressAdding,
  addressChange,
  addressDeletion,
  companyBlock,
  customerLocation,
  hydratedLocation,
  id,
  locationClosing,
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
import { customerProcedure, router } from '../../call/trpc.ts'
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
  closeLocation,
  createLocation,
  removeAddress,
  renameLocation,
  reopenLocation,
  setLocationOwner,
} from './location-change.service.ts'

const write = customerProcedure('location:write', { location: 'row' })

export const locationRouter = router({
  readAllByUserid: customerProcedure('location:read', { location: 'scope' })
    .output(z.array(customerLocation))
    .query(({ ctx }) => readMyLocations(ctx.tx, ctx.session)),

  readOneById: customerProcedure('location:read', { location: 'row' })
    .input(locationInput)
    .output(hydratedLocation)
    .query(({ ctx, input }) => readHydratedLocation(ctx.tx, ctx.session, input.id)),

  readOneHydratedById: customerProcedure('location:read', { location: 'row' })
    .input(locationInput)
    .output(hydratedLocation)
    .query(({ ctx, input }) => readHydratedLocation(ctx.tx, ctx.session, input.id)),

  readAllHydratedByUserid: customerProcedure('location:read', { location: 'scope' })
    .output(z.array(hydratedLocation))
    .query(({ ctx }) => readMyHydratedLocations(ctx.tx, ctx.session)),

  readManyOwned: customerProcedure('location:read', { location: 'scope' })
    .output(z.array(ownedLocation))
    .query(({ ctx }) => readOwned(ctx.tx, ctx.session)),

  readOneLimit: customerProcedure('location:write', { location: 'none' })
    .output(locationLimit)
    .query(({ ctx }) => readLocationLimit(ctx.tx, ctx.session)),

  readOneCompany: customerProcedure('location:read', { location: 'input' })
    .input(z.object({ locationId: id }))
    .output(companyBlock)
    .query(({ ctx, input }) => readCompany(ctx.tx, ctx.session, input.locationId)),

  createOne: customerProcedure('location:write', { location: 'none' })
    .input(newLocation)
    .output(hydratedLocation)
    .mutation(({ ctx, input }) => createLocation(ctx.tx, ctx.session, input)),

  createAddress: write
    .input(addressAdding)
    .output(hydratedLocation)
    .mutation(({ ctx, input }) => addAddress(ctx.tx, ctx.session, input)),

  updateOneAddress: write
    .input(addressChange)
    .output(hydratedLocation)
    .mutation(({ ctx, input }) => changeAddress(ctx.tx, ctx.session, input)),

  updateOneName: write
    .input(locationRenaming)
    .output(hydratedLocation)
    .mutation(({ ctx, input }) => renameLocation(ctx.tx, ctx.session, input)),

  deleteOneAddress: write
    .input(addressDeletion)
    .output(hydratedLocation)
    .mutation(({ ctx, input }) => removeAddress(ctx.tx, ctx.session, input.customerLocationAddressId)),

  updateCloseOne: write
    .input(locationClosing)
    .output(hydratedLocation)
    .mutation(({ ctx, input }) => closeLocation(ctx.tx, ctx.session, input)),

  updateReopenOne: write
    .input(locationReopening)
    .output(hydratedLocation)
    .mutation(({ ctx, input }) => reopenLocation(ctx.tx, ctx.session, input.customerLocationId)),

  updateOneOwner: write
    .input(locationOwner)
    .output(hydratedLocation)
    .mutation(({ ctx, input }) => setLocationOwner(ctx.tx, ctx.session, input)),
})

export const stateRouter = router({
  readAll: customerProcedure('location:read', { location: 'none' })
    .output(z.array(state))
    .query(({ ctx }) => readStates(ctx.tx)),
})
