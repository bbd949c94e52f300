import { trpc } from '../../../api/trpc.ts'

/**
 * What the demo order can be made of. Answered outside production only (decisions 13 and 44): who has `data` may offer what is there to try
 * the product with, and nothing of it stands on a screen before.
 */
export const useDemoProducts = () => trpc.order.readDemoProducts.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY })
