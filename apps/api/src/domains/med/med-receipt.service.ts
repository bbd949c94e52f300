/** What receiving an order, taking a receipt back and voiding an order mean for its meds. */
export { giveBackMeds, pointMedsTo, receiveMarkedMeds } from './med-receipt.queries.ts'
