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
import { allowed, atSignInGate, customerProcedure, publicProcedure, router } from '../../call/trpc.ts'
import { readRights } from './access/rights.service.ts'
import { askHandOver, readHandOver, stopHandOver, takeHandOver } from './invite/hand-over.service.ts'
import { invite, readInvitation, resendInvitation, takeInvitation, withdrawInvitation } from './invite/invitation.service.ts'
import { readMySeats } from './invite/seats.service.ts'
import { toggleActive } from './people/activity.service.ts'
import { resetApp } from './people/app-reset.service.ts'
import { readUser, readUsers } from './people/people.service.ts'
import { readPerson } from './people/person.service.ts'
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

const done = { ok: true } as const
/** Who may do what to whom is `people.rules.ts`: a person is at several locations, or at none. */
const manages = () => customerProcedure('user:manage', { location: 'none' })

export const userRouter = router({
  readOneById: customerProcedure('user:readSelf', { location: 'none' })
    .output(signedInUser)
    .query(({ ctx }) => readMyself(ctx.tx, ctx.session)),

  readAllByCustomerid: manages()
    .output(z.array(customerUser))
    .query(({ ctx }) => readUsers(ctx.tx, ctx.session)),

  readOtherById: manages()
    .input(userRef)
    .output(customerUser)
    .query(({ ctx, input }) => readUser(ctx.tx, ctx.session, input.userId)),

  readOnePerson: allowed('user:manage', { location: 'none' })
    .input(userRef)
    .output(personPage)
    .query(({ ctx, input }) => readPerson(ctx, ctx.session, input.userId)),

  readRights: customerProcedure('user:readSelf', { location: 'none' })
    .output(z.array(rightLine))
    .query(({ ctx }) => readRights(ctx.catalog)),

  readReview: customerProcedure('user:manageAll', { location: 'none' })
    .input(reviewDay)
    .output(accessReview)
    .query(({ ctx, input }) => readReview(ctx.tx, ctx.session, input.day)),

  readReviewCsv: customerProcedure('user:manageAll', { location: 'none', audit: 'read' })
    .input(reviewDay)
    .output(csvFile)
    .query(({ ctx, input }) => writeReviewCsv(ctx.tx, ctx.session, input.day)),

  readReviewPdf: allowed('user:manageAll', { location: 'none', audit: 'read' })
    .input(reviewDay)
    .output(z.object({ filename: z.string(), base64: z.string() }))
    .query(({ ctx, input }) => printReview(ctx, ctx.session, input.day)),

  readReviewState: customerProcedure('user:manageAll', { location: 'none' })
    .output(reviewState)
    .query(({ ctx }) => readReviewState(ctx.tx, ctx.session)),

  readReviewDue: customerProcedure('user:manageAll', { location: 'none' })
    .output(reviewDue)
    .query(({ ctx }) => readReviewDue(ctx.tx, ctx.session)),

  createOneReview: customerProcedure('user:manageAll', { location: 'none' })
    .output(ok)
    .mutation(({ ctx }) => beginReview(ctx.tx, ctx.session).then(() => done)),

  updateOneReviewLine: customerProcedure('user:manageAll', { location: 'none' })
    .input(reviewLine)
    .output(ok)
    .mutation(({ ctx, input }) => confirmLine(ctx.tx, ctx.session, input).then(() => done)),

  updateOneReview: customerProcedure('user:manageAll', { location: 'none' })
    .output(ok)
    .mutation(({ ctx }) => endReview(ctx.tx, ctx.session).then(() => done)),

  readSeats: manages()
    .output(seats)
    .query(({ ctx }) => readMySeats(ctx.tx, ctx.now)),

  createOne: customerProcedure('user:manage', { location: 'input' })
    .input(newInvitation)
    .output(customerUser)
    .mutation(({ ctx, input }) => invite(ctx, ctx.session, input)),

  updateOneInvitation: manages()
    .input(userRef)
    .output(customerUser)
    .mutation(({ ctx, input }) => resendInvitation(ctx, ctx.session, input.userId)),

  deleteOneInvitation: manages()
    .input(userRef)
    .output(ok)
    .mutation(({ ctx, input }) => withdrawInvitation(ctx.tx, ctx.session, input.userId).then(() => done)),

  deleteOneApp: allowed('user:manage', { location: 'none' })
    .input(passwordFor)
    .use(atSignInGate)
    .output(ok)
    .mutation(({ ctx, input }) => resetApp(ctx, ctx.session, input).then(() => done)),

  readHandOver: customerProcedure('user:readSelf', { location: 'none' })
    .output(openHandOver)
    .query(({ ctx }) => readHandOver(ctx.tx, ctx.session)),

  createOneHandOver: allowed('user:handOver', { location: 'none' })
    .input(passwordFor)
    .use(atSignInGate)
    .output(ok)
    .mutation(({ ctx, input }) => askHandOver(ctx, ctx.session, input).then(() => done)),

  updateOneHandOver: allowed('user:readSelf', { location: 'none' })
    .input(ownPassword)
    .use(atSignInGate)
    .output(ok)
    .mutation(({ ctx, input }) => takeHandOver(ctx, ctx.session, input.password).then(() => done)),

  deleteOneHandOver: customerProcedure('user:readSelf', { location: 'none' })
    .output(ok)
    .mutation(({ ctx }) => stopHandOver(ctx.tx, ctx.session).then(() => done)),

  updateToggleisactive: allowed('user:manage', { location: 'none' })
    .input(activeToggle)
    .output(customerUser)
    .mutation(({ ctx, input }) => toggleActive(ctx, ctx.session, input)),
})

/** What is behind the link of an invitation, for somebody who has no sign-in yet. Mutations: the link's secret stays out of every address. */
export const invitationRouter = router({
  openOne: publicProcedure
    .meta({ audit: { none: 'looked at, not taken' } })
    .input(invitationToken)
    .use(atSignInGate)
    .output(openInvitation)
    .mutation(({ ctx, input }) => readInvitation(ctx, input.invitation)),

  takeOne: publicProcedure
    .input(takeInput)
    .use(atSignInGate)
    .output(pendingSession)
    .mutation(({ ctx, input }) => takeInvitation(ctx, input)),
})
