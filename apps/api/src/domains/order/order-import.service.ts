/** What an order is when its document has been read: its row, its lines, what happened to them. The import calls them in this order. */
export { insertOrder, insertStagedEvents, insertStagedLines } from './order-import.queries.ts'
