import { useEffect, useState } from 'react'
import { useMatches } from 'react-router'
import type { OpenedCart } from '#contract/shop/cart.ts'
import { AnswerStore } from '#web/app/data/answer-store.ts'
import { useAnswers } from '#web/app/data/use-answer.ts'
import { getActivity } from './cart-activity.ts'
import { cartKey, heldCart, heldCartOf, holdCart, notePrices } from './cart-query.ts'

/** What is shown already: to hold it again would ask again for the lines that are on their way. */
const seeded = new WeakSet<OpenedCart>()

function seed(answers: AnswerStore, opened: OpenedCart): void {
  seeded.add(opened)
  holdCart(answers, heldCartOf(opened))
}

const bringsCart = (data: unknown): data is { opened: OpenedCart } =>
  typeof data === 'object' && data !== null && 'opened' in data

/**
 * Answers that hold the cart which came with the first page, before anything of it is drawn: its head stands above the page
 * and would else show another cart than the server's once drawing begins anew.
 */
export function useSeededAnswers(): AnswerStore {
  const cart = useMatches()
    .map(({ loaderData }) => loaderData)
    .find(bringsCart)
  const [answers] = useState(() => {
    const store = new AnswerStore()
    if (cart !== undefined) seed(store, cart.opened)
    return store
  })
  return answers
}

/** Makes the cart that came with the page the one that everything on it shows. */
export function useSeededCart(opened: OpenedCart): void {
  const answers = useAnswers()
  useState(() => {
    if (heldCart(answers) === undefined) seed(answers, opened)
  })
  useEffect(() => {
    notePrices(opened.items)
    if (seeded.has(opened) || getActivity().sending > 0) return
    seeded.add(opened)
    const held = heldCartOf(opened)
    // All lines are here already: they stay until they come again.
    if (held.whole !== null && heldCart(answers)?.whole === null) answers.refresh(cartKey)
    else holdCart(answers, held)
  }, [answers, opened])
}
