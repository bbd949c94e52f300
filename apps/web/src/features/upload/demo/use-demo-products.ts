import { trpc } from '../../../api/trpc.ts'

/** Products for a demo order. Only servers outside production answer (decisions 13 and 44), so demo features are shown only if there is `data`. */
export const useDemoProducts = () => trpc.order.readDemoProducts.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY })
