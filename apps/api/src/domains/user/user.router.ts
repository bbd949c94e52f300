import {
  accessReview,
  activeToggle,
  csvFile,
  customerUser,
  invitationToken,
  newInvitation,
  ok,
  openHandOver,
  openInvitation,
  ownPassword,
  passwordFor,
  pendingSession,
  personPage,
  reviewDay,
  reviewDue,
  reviewLine,
  reviewState,
  rightLine,
  seats,
  signedInUser,
  takeInvitation as takeInput,
  userRef,
} from '@seriatim/schema'
import { z } from 'zod'
import { done, longMutation, longQuery, mutation, query } from '../../call/procedure.ts'
import { allowed, atSignInGate, publicProcedure, router } from '../../call/trpc.ts'
import { readRights } from './access/rights.service.ts'
import { acceptAdminRole, cancelHandOver, offerAdminRole, readHandOver } from './invite/hand-over.service.ts'
import { acceptInvitation, invite, readInvitation, resendInvitation, withdrawInvitation } from './invite/invitation.service.ts'
import { readMySeats } from './invite/seats.service.ts'
import { toggleActive } from './people/activity.service.ts'
import { resetApp } from './people/app-reset.service.ts'
import { readUser, readUsers } from './people/people.service.ts'
import { readPersonPage } from './people/person.service.ts'
import {
  beginReview,
  confirmLine,
  endReview,
  printReview,
  readReview,
  readReviewState,
  writeReviewCsv,
} from './review/access-review.service.ts'
import { readReviewDue } from './review/review-reminder.service.ts'
import { readMyself } from './user.service.ts'

/**
 * The procedures check rights without a location, because people have several locations or none; `people.rules.ts` decides what each person may do to
 * others.
 */
export const userRouter = router({
  readOneById: query('user:readSelf', 'none', null, signedInUser, readMyself),
  readAllByCustomerid: query('user:manage', 'none', null, z.array(customerUser), readUsers),
  readOtherById: query('user:manage', 'none', userRef, customerUser, (tx, session, { userId }) => readUser(tx, session, userId)),
  readOnePerson: longQuery('user:manage', 'none', userRef, personPage, (ctx, session, { userId }) => readPersonPage(ctx, session, userId)),
  readRights: query('user:readSelf', 'none', null, z.array(rightLine), (_tx, _session, _input, ctx) => readRights(ctx.catalog)),
  readReview: query('user:manageAll', 'none', reviewDay, accessReview, (tx, session, { day }) => readReview(tx, session, day)),
  readReviewCsv: query('user:manageAll', { location: 'none', audit: 'read' }, reviewDay, csvFile, (tx, session, { day }) =>
    writeReviewCsv(tx, session, day),
  ),
  readReviewPdf: longQuery(
    'user:manageAll',
    { location: 'none', audit: 'read' },
    reviewDay,
    z.object({ filename: z.string(), base64: z.string() }),
    (ctx, session, { day }) => printReview(ctx, session, day),
  ),
  readReviewState: query('user:manageAll', 'none', null, reviewState, readReviewState),
  readReviewDue: query('user:manageAll', 'none', null, reviewDue, readReviewDue),
  createOneReview: mutation('user:manageAll', 'none', null, ok, done(beginReview)),
  updateOneReviewLine: mutation('user:manageAll', 'none', reviewLine, ok, done(confirmLine)),
  updateOneReview: mutation('user:manageAll', 'none', null, ok, done(endReview)),
  readSeats: query('user:manage', 'none', null, seats, (tx, _session, _input, ctx) => readMySeats(tx, ctx.now)),
  createOne: mutation('user:manage', 'input', newInvitation, customerUser, (_tx, session, input, ctx) => invite(ctx, session, input)),
  updateOneInvitation: mutation('user:manage', 'none', userRef, customerUser, (_tx, session, { userId }, ctx) =>
    resendInvitation(ctx, session, userId),
  ),
  deleteOneInvitation: mutation(
    'user:manage',
    'none',
    userRef,
    ok,
    done((tx, session, { userId }) => withdrawInvitation(tx, session, userId)),
  ),
  deleteOneApp: allowed('user:manage', { location: 'none' })
    .input(passwordFor)
    .use(atSignInGate)
    .output(ok)
    .mutation(({ ctx, input }) => done(resetApp)(ctx, ctx.session, input)),
  readHandOver: query('user:readSelf', 'none', null, openHandOver, readHandOver),
  createOneHandOver: allowed('user:handOver', { location: 'none' })
    .input(passwordFor)
    .use(atSignInGate)
    .output(ok)
    .mutation(({ ctx, input }) => done(offerAdminRole)(ctx, ctx.session, input)),
  updateOneHandOver: allowed('user:readSelf', { location: 'none' })
    .input(ownPassword)
    .use(atSignInGate)
    .output(ok)
    .mutation(({ ctx, input }) => done(acceptAdminRole)(ctx, ctx.session, input.password)),
  deleteOneHandOver: mutation('user:readSelf', 'none', null, ok, done(cancelHandOver)),
  updateToggleisactive: longMutation('user:manage', 'none', activeToggle, customerUser, toggleActive),
})

/** Calls behind an invitation's link, for a person without a sign-in. They are mutations, so that the link's secret appears in no URL. */
export const invitationRouter = router({
  openOne: publicProcedure
    .meta({ audit: { none: 'the link is only read; it can still be used' } })
    .input(invitationToken)
    .use(atSignInGate)
    .output(openInvitation)
    .mutation(({ ctx, input }) => readInvitation(ctx, input.invitation)),
  takeOne: publicProcedure
    .input(takeInput)
    .use(atSignInGate)
    .output(pendingSession)
    .mutation(({ ctx, input }) => acceptInvitation(ctx, input)),
})
