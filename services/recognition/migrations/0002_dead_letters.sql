-- What the stream DEAD_LETTERS holds, for administrators. `letter` is the message as it stands there: json keeps every
-- character, also U+0000, which text does not take. It goes once the letter is settled; the row stays for as long as the
-- stream may bring the letter again. `taken_at`: its read is stored, and its visit may still have to be published.
create table dead_letters (
  id uuid primary key,
  received_at timestamptz(3) not null,
  buried_at timestamptz(3) not null,
  letter json,
  taken_at timestamptz,
  settled_at timestamptz,
  check ((letter is null) = (settled_at is not null))
);
create index dead_letters_waiting on dead_letters (received_at, id) where settled_at is null;
create index dead_letters_by_age on dead_letters (buried_at);
