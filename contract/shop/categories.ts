import * as z from 'zod/mini'

/** A link to a root category. */
export const topCategory = z.object({ id: z.number(), name: z.string(), url: z.string() })
export type TopCategory = z.output<typeof topCategory>

/** A category with its URL, the number of visible products including descendants, and its children in order. */
export type CategoryNode = { id: number; name: string; url: string; count: number; children: CategoryNode[] }
export const categoryNodeSchema: z.ZodMiniType<CategoryNode> = z.object({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  count: z.number(),
  children: z.array(z.lazy(() => categoryNodeSchema)),
})
