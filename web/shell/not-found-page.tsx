import { data } from 'react-router'

function refuse(): never {
  throw data(null, { status: 404 })
}

export async function loader() {
  refuse()
}

export async function clientLoader() {
  refuse()
}

export default function NotFoundPage() {
  return null
}
