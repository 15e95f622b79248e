-- A checksum over each entry's mentions: with it, an export can tell without reading the story that they are unchanged.
-- Triggers keep it up to date. A change to one number of one row changes at least one of the three sums.
CREATE TABLE mention_sum (
  entry_id INTEGER PRIMARY KEY REFERENCES entry (id) ON DELETE CASCADE,
  parts INTEGER NOT NULL,
  mentions INTEGER NOT NULL,
  mixed INTEGER NOT NULL
) STRICT;

INSERT INTO mention_sum (entry_id, parts, mentions, mixed)
  SELECT entry_id, count(*), sum(mentions), sum(mentions * (part_id % 65521 + 1)) FROM mention GROUP BY entry_id;

CREATE TRIGGER mention_is_added AFTER INSERT ON mention
BEGIN
  INSERT INTO mention_sum (entry_id, parts, mentions, mixed)
    VALUES (NEW.entry_id, 1, NEW.mentions, NEW.mentions * (NEW.part_id % 65521 + 1))
    ON CONFLICT (entry_id) DO UPDATE
      SET parts = parts + excluded.parts, mentions = mentions + excluded.mentions, mixed = mixed + excluded.mixed;
END;

CREATE TRIGGER mention_is_removed AFTER DELETE ON mention
BEGIN
  UPDATE mention_sum
    SET parts = parts - 1, mentions = mentions - OLD.mentions,
      mixed = mixed - OLD.mentions * (OLD.part_id % 65521 + 1)
    WHERE entry_id = OLD.entry_id;
END;
