import { RpcError } from '../../shared/fault'
import type { Page } from './page'
import { type AddressBook, resolveAddress } from './resolveAddress'

/** Shows what an address names in a page, or says there why it cannot. */
export async function goToAddress(book: AddressBook, page: Page, text: string): Promise<void> {
  try {
    page.goTo(await resolveAddress(book, text))
  } catch (error) {
    const message = error instanceof RpcError ? error.message : 'The address could not be looked up.'
    page.notify({ level: 'error', code: error instanceof RpcError ? error.fault.code : 'internal', message })
  }
}
