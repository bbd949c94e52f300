import {
  madeWebhook,
  newWebhook,
  ok,
  webhookChange,
  webhookChoices,
  webhookDeliveryPage,
  webhookDeliveryRef,
  webhookDeliverySearch,
  webhookPage,
  webhookRef,
  webhookReplay,
  webhookReplayed,
  webhookRotation,
} from '@seriatim/schema'
import { longMutation, mutation, query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import { replayDelivery, replayPeriod, searchDeliveries, sendTest } from './delivery.service.ts'
import { changeWebhook, createWebhook, deleteWebhook, listWebhooks, readChoices, rotateSecret } from './endpoint.service.ts'

/** Endpoints to which events are sent. */
export const webhookRouter = router({
  readMany: query('webhook:read', 'scope', null, webhookPage, listWebhooks),
  readOneChoices: query('webhook:manage', 'scope', null, webhookChoices, (tx, session, _input, ctx) => readChoices(tx, session, ctx)),
  readManyDeliveries: query('webhook:read', 'row', webhookDeliverySearch, webhookDeliveryPage, searchDeliveries),
  createOne: longMutation('webhook:manage', 'input', newWebhook, madeWebhook, createWebhook),
  updateOne: longMutation('webhook:manage', 'row', webhookChange, ok, changeWebhook),
  deleteOne: mutation('webhook:manage', 'row', webhookRef, ok, deleteWebhook),
  updateOneSecret: mutation('webhook:manage', 'row', webhookRotation, madeWebhook, rotateSecret),
  createOneTest: mutation('webhook:manage', 'row', webhookRef, ok, sendTest),
  updateOneReplay: mutation('webhook:manage', 'row', webhookDeliveryRef, ok, replayDelivery),
  updateManyReplay: mutation('webhook:manage', 'row', webhookReplay, webhookReplayed, replayPeriod),
})
