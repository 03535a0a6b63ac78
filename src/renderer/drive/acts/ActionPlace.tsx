import './ActionBar.css'

/** Where the ways on will stand, until they are known: coming later, they would push up what is read above them. */
export function ActionPlace() {
  return <div className="acts" />
}
