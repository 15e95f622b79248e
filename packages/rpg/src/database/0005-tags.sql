-- Tags of memories by importance and by age: with them, memories about a scene are found without ranking all memories.
CREATE TABLE memory_tag (
  session_id TEXT NOT NULL,
  -- SQLite knows upper and lower case of ASCII letters alone; whoever looks for others asks for both.
  tag TEXT NOT NULL COLLATE NOCASE,
  kind TEXT NOT NULL,
  importance REAL NOT NULL,
  position INTEGER NOT NULL,
  "key" TEXT NOT NULL,
  PRIMARY KEY (session_id, tag, kind, importance DESC, position DESC, "key")
) STRICT, WITHOUT ROWID;
CREATE INDEX memory_tag_by_age ON memory_tag (session_id, tag, kind, position DESC);

INSERT INTO memory_tag (session_id, tag, kind, importance, position, "key")
  SELECT DISTINCT m.session_id, t.value COLLATE NOCASE, m.kind, m.importance, m.position, m."key"
  FROM memories m, json_each(m.tags) t WHERE t.type = 'text';

CREATE TRIGGER memory_tagged AFTER INSERT ON memories BEGIN
  INSERT INTO memory_tag (session_id, tag, kind, importance, position, "key")
    SELECT DISTINCT new.session_id, value COLLATE NOCASE, new.kind, new.importance, new.position, new."key"
    FROM json_each(new.tags) WHERE type = 'text';
END;
CREATE TRIGGER memory_untagged AFTER DELETE ON memories BEGIN
  DELETE FROM memory_tag WHERE session_id = old.session_id AND tag IN (SELECT value FROM json_each(old.tags))
    AND kind = old.kind AND importance = old.importance AND position = old.position AND "key" = old."key";
END;
CREATE TRIGGER memory_retagged AFTER UPDATE OF session_id, "key", kind, tags, importance, position ON memories
WHEN (old.session_id, old."key", old.kind, old.tags, old.importance, old.position)
  IS NOT (new.session_id, new."key", new.kind, new.tags, new.importance, new.position) BEGIN
  DELETE FROM memory_tag WHERE session_id = old.session_id AND tag IN (SELECT value FROM json_each(old.tags))
    AND kind = old.kind AND importance = old.importance AND position = old.position AND "key" = old."key";
  INSERT INTO memory_tag (session_id, tag, kind, importance, position, "key")
    SELECT DISTINCT new.session_id, value COLLATE NOCASE, new.kind, new.importance, new.position, new."key"
    FROM json_each(new.tags) WHERE type = 'text';
END;
