;; The scan over vectors: sign bits, their distances, the cut, exact scores. All addresses are byte offsets into one memory
;; that the caller lays out; a row is `stride` floats, a multiple of 64, and has `stride / 64` words of sign bits.
;; kernel.ts holds the same five functions in JavaScript: change both or neither.
(module
  (import "host" "memory" (memory 1))

  ;; Sets the sign bits of rows: a bit for each float that is greater than the mean at its place.
  (func (export "sign")
    (param $rows i32) (param $mean i32) (param $bits i32) (param $count i32) (param $stride i32)
    (local $end i32) (local $column i32) (local $shift i64) (local $word i64) (local $width i32)
    (local.set $width (i32.shl (local.get $stride) (i32.const 2)))
    (local.set $end (i32.add (local.get $rows) (i32.mul (local.get $count) (local.get $width))))
    (block $done (loop $row
      (br_if $done (i32.ge_u (local.get $rows) (local.get $end)))
      (local.set $column (i32.const 0))
      (loop $word
        (local.set $word (i64.const 0))
        (local.set $shift (i64.const 0))
        (loop $four
          (local.set $word (i64.or (local.get $word) (i64.shl
            (i64.extend_i32_u (i32x4.bitmask (f32x4.gt
              (v128.load (i32.add (local.get $rows) (local.get $column)))
              (v128.load (i32.add (local.get $mean) (local.get $column))))))
            (local.get $shift))))
          (local.set $column (i32.add (local.get $column) (i32.const 16)))
          (local.set $shift (i64.add (local.get $shift) (i64.const 4)))
          (br_if $four (i64.lt_u (local.get $shift) (i64.const 64))))
        (i64.store (local.get $bits) (local.get $word))
        (local.set $bits (i32.add (local.get $bits) (i32.const 8)))
        (br_if $word (i32.lt_u (local.get $column) (local.get $width))))
      (local.set $rows (i32.add (local.get $rows) (local.get $width)))
      (br $row))))

  ;; Writes for each row how many of its sign bits differ from the query's, 65535 where the row is not allowed, and counts
  ;; the rows at each distance.
  (func (export "distances")
    (param $bits i32) (param $query i32) (param $allowed i32) (param $out i32) (param $counts i32)
    (param $count i32) (param $words i32)
    (local $end i32) (local $sum i64) (local $at i32) (local $width i32) (local $slot i32)
    (local $q0 i64) (local $q1 i64) (local $q2 i64) (local $q3 i64) (local $q4 i64) (local $q5 i64)
    (local.set $width (i32.shl (local.get $words) (i32.const 3)))
    (local.set $end (i32.add (local.get $allowed) (local.get $count)))
    (if (i32.eq (local.get $words) (i32.const 6))
      (then
        (local.set $q0 (i64.load offset=0 (local.get $query)))
        (local.set $q1 (i64.load offset=8 (local.get $query)))
        (local.set $q2 (i64.load offset=16 (local.get $query)))
        (local.set $q3 (i64.load offset=24 (local.get $query)))
        (local.set $q4 (i64.load offset=32 (local.get $query)))
        (local.set $q5 (i64.load offset=40 (local.get $query)))))
    (block $done (loop $row
      (br_if $done (i32.ge_u (local.get $allowed) (local.get $end)))
      (if (i32.load8_u (local.get $allowed))
        (then
          ;; 384 floats are what every embedder here gives: their six words without an inner loop.
          (if (i32.eq (local.get $words) (i32.const 6))
            (then
              (local.set $sum (i64.add
                (i64.add
                  (i64.add
                    (i64.popcnt (i64.xor (local.get $q0) (i64.load offset=0 (local.get $bits))))
                    (i64.popcnt (i64.xor (local.get $q1) (i64.load offset=8 (local.get $bits)))))
                  (i64.add
                    (i64.popcnt (i64.xor (local.get $q2) (i64.load offset=16 (local.get $bits))))
                    (i64.popcnt (i64.xor (local.get $q3) (i64.load offset=24 (local.get $bits))))))
                (i64.add
                  (i64.popcnt (i64.xor (local.get $q4) (i64.load offset=32 (local.get $bits))))
                  (i64.popcnt (i64.xor (local.get $q5) (i64.load offset=40 (local.get $bits))))))))
            (else
              (local.set $sum (i64.const 0))
              (local.set $at (i32.const 0))
              (loop $word
                (local.set $sum (i64.add (local.get $sum) (i64.popcnt (i64.xor
                  (i64.load (i32.add (local.get $bits) (local.get $at)))
                  (i64.load (i32.add (local.get $query) (local.get $at)))))))
                (local.set $at (i32.add (local.get $at) (i32.const 8)))
                (br_if $word (i32.lt_u (local.get $at) (local.get $width))))))
          (local.set $slot (i32.add (local.get $counts) (i32.shl (i32.wrap_i64 (local.get $sum)) (i32.const 2))))
          (i32.store (local.get $slot) (i32.add (i32.load (local.get $slot)) (i32.const 1)))
          (i32.store16 (local.get $out) (i32.wrap_i64 (local.get $sum))))
        (else (i32.store16 (local.get $out) (i32.const 65535))))
      (local.set $bits (i32.add (local.get $bits) (local.get $width)))
      (local.set $out (i32.add (local.get $out) (i32.const 2)))
      (local.set $allowed (i32.add (local.get $allowed) (i32.const 1)))
      (br $row))))

  ;; Lists the rows nearer than the cut, and those at the cut as long as `atCut` (a cell in memory) lasts.
  ;; Gives the end of the list.
  (func (export "select")
    (param $distances i32) (param $count i32) (param $cut i32) (param $atCut i32) (param $list i32) (param $first i32)
    (result i32)
    (local $end i32) (local $distance i32) (local $left i32)
    (local.set $end (i32.add (local.get $first) (local.get $count)))
    (local.set $left (i32.load (local.get $atCut)))
    (block $done (loop $row
      (br_if $done (i32.ge_u (local.get $first) (local.get $end)))
      (local.set $distance (i32.load16_u (local.get $distances)))
      (if (i32.le_u (local.get $distance) (local.get $cut))
        (then
          (if (i32.lt_u (local.get $distance) (local.get $cut))
            (then
              (i32.store (local.get $list) (local.get $first))
              (local.set $list (i32.add (local.get $list) (i32.const 4))))
            (else
              (if (local.get $left)
                (then
                  (local.set $left (i32.sub (local.get $left) (i32.const 1)))
                  (i32.store (local.get $list) (local.get $first))
                  (local.set $list (i32.add (local.get $list) (i32.const 4)))))))))
      (local.set $distances (i32.add (local.get $distances) (i32.const 2)))
      (local.set $first (i32.add (local.get $first) (i32.const 1)))
      (br $row)))
    (i32.store (local.get $atCut) (local.get $left))
    (local.get $list))

  ;; For each listed row the sum of the query's values, in four bits each, at the row's sign bits. `planes` has for each word of
  ;; sign bits four words: bit n of the query's values, the last with the weight -8. Words of a row lie in chunks as rows do.
  (func (export "estimates")
    (param $bits i32) (param $chunk i32) (param $words i32) (param $planes i32) (param $list i32) (param $end i32)
    (param $out i32)
    (local $row i32) (local $stop i32) (local $at i32) (local $width i32) (local $word i64) (local $sum i64)
    (local.set $width (i32.shl (local.get $words) (i32.const 3)))
    (local.set $stop (i32.add (local.get $planes) (i32.shl (local.get $words) (i32.const 5))))
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $list) (local.get $end)))
      (local.set $row (i32.add (local.get $bits) (i32.add
        (i32.mul (i32.shr_u (i32.load (local.get $list)) (i32.const 10)) (local.get $chunk))
        (i32.mul (i32.and (i32.load (local.get $list)) (i32.const 1023)) (local.get $width)))))
      (local.set $sum (i64.const 0))
      (local.set $at (local.get $planes))
      (loop $four
        (local.set $word (i64.load (local.get $row)))
        (local.set $sum (i64.add (local.get $sum) (i64.sub
          (i64.add
            (i64.add
              (i64.popcnt (i64.and (local.get $word) (i64.load offset=0 (local.get $at))))
              (i64.shl (i64.popcnt (i64.and (local.get $word) (i64.load offset=8 (local.get $at)))) (i64.const 1)))
            (i64.shl (i64.popcnt (i64.and (local.get $word) (i64.load offset=16 (local.get $at)))) (i64.const 2)))
          (i64.shl (i64.popcnt (i64.and (local.get $word) (i64.load offset=24 (local.get $at)))) (i64.const 3)))))
        (local.set $row (i32.add (local.get $row) (i32.const 8)))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (br_if $four (i32.lt_u (local.get $at) (local.get $stop))))
      (i32.store (local.get $out) (i32.wrap_i64 (local.get $sum)))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (local.set $list (i32.add (local.get $list) (i32.const 4)))
      (br $next))))

  ;; The dot product of the query with each listed row. Rows lie in chunks of 1,024, `chunk` bytes apart.
  (func (export "scores")
    (param $rows i32) (param $chunk i32) (param $stride i32) (param $query i32) (param $list i32) (param $end i32)
    (param $out i32)
    (local $row i32) (local $stop i32) (local $at i32) (local $width i32)
    (local $s0 v128) (local $s1 v128) (local $s2 v128) (local $s3 v128)
    (local.set $width (i32.shl (local.get $stride) (i32.const 2)))
    (local.set $stop (i32.add (local.get $query) (local.get $width)))
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $list) (local.get $end)))
      (local.set $row (i32.add (local.get $rows) (i32.add
        (i32.mul (i32.shr_u (i32.load (local.get $list)) (i32.const 10)) (local.get $chunk))
        (i32.mul (i32.and (i32.load (local.get $list)) (i32.const 1023)) (local.get $width)))))
      (local.set $s0 (v128.const f32x4 0 0 0 0))
      (local.set $s1 (v128.const f32x4 0 0 0 0))
      (local.set $s2 (v128.const f32x4 0 0 0 0))
      (local.set $s3 (v128.const f32x4 0 0 0 0))
      (local.set $at (local.get $query))
      (loop $sixteen
        (local.set $s0 (f32x4.add (local.get $s0)
          (f32x4.mul (v128.load offset=0 (local.get $row)) (v128.load offset=0 (local.get $at)))))
        (local.set $s1 (f32x4.add (local.get $s1)
          (f32x4.mul (v128.load offset=16 (local.get $row)) (v128.load offset=16 (local.get $at)))))
        (local.set $s2 (f32x4.add (local.get $s2)
          (f32x4.mul (v128.load offset=32 (local.get $row)) (v128.load offset=32 (local.get $at)))))
        (local.set $s3 (f32x4.add (local.get $s3)
          (f32x4.mul (v128.load offset=48 (local.get $row)) (v128.load offset=48 (local.get $at)))))
        (local.set $row (i32.add (local.get $row) (i32.const 64)))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br_if $sixteen (i32.lt_u (local.get $at) (local.get $stop))))
      (local.set $s0 (f32x4.add (f32x4.add (local.get $s0) (local.get $s1)) (f32x4.add (local.get $s2) (local.get $s3))))
      (f32.store (local.get $out) (f32.add
        (f32.add (f32x4.extract_lane 0 (local.get $s0)) (f32x4.extract_lane 1 (local.get $s0)))
        (f32.add (f32x4.extract_lane 2 (local.get $s0)) (f32x4.extract_lane 3 (local.get $s0)))))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (local.set $list (i32.add (local.get $list) (i32.const 4)))
      (br $next)))))
