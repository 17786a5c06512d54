-- What people write leads to no page that acts when it is opened (/logout, /blog/del/…). New texts are rendered so; in those that
-- are stored, such links lose their address here, and their words stay. Letters of an address that are written as %6C have no
-- reason to be, and are taken for the same.
update blogs set body = regexp_replace(body,
    '<a href="(?:(?:[^"?#]*/)?(?:logout|del/+[^/"?#]+)/*(?:[?#][^"]*)?|[^"?#]*%(?:[46][1-9a-f]|[57][0-9a]|2[ef])[^"]*)"',
    '<a', 'gi')
  where body ~* 'href="[^"]*(logout|del/|%[4-7][0-9a-f]|%2[ef])';
