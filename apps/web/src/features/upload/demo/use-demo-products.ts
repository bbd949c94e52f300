import { trpc } from '../../../api/trpc.ts'

/** Products for a demo order. The server answers outside production only (decisions 13 and 44), so `data` decides whether demo features are shown. */
export const useDemoProducts = () => trpc.order.readDemoProducts.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY })
